import { useEffect, useEffectEvent, useState } from 'react';

/**
 * ARIA combobox: makes the field one, with `count` options in the list box `id`. Returns the active one; -1 is none.
 */
export function useCombobox(input: HTMLInputElement, id: string, count: number): number {
  const [active, setActive] = useState(-1);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && count > 0) {
      event.preventDefault();
      // Beyond the last one is the field itself.
      setActive(((active + 1 + step + count + 1) % (count + 1)) - 1);
    } else if (event.key === 'Enter' && active >= 0) {
      event.preventDefault();
      document.getElementById(`${id}-${active}`)?.click();
    }
  });

  useEffect(() => {
    const onInput = () => setActive(-1);
    input.addEventListener('input', onInput);
    input.addEventListener('keydown', onKey);
    return () => {
      input.removeEventListener('input', onInput);
      input.removeEventListener('keydown', onKey);
    };
  }, [input]);

  useEffect(() => {
    input.setAttribute('role', 'combobox');
    input.setAttribute('aria-autocomplete', 'list');
    input.setAttribute('aria-controls', id);
    input.setAttribute('aria-expanded', String(count > 0));
    if (active >= 0) input.setAttribute('aria-activedescendant', `${id}-${active}`);
    else input.removeAttribute('aria-activedescendant');
  }, [input, id, active, count]);

  return active;
}
