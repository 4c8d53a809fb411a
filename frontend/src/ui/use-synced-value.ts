import { useEffect, useRef } from 'react';

/**
 * Keeps an uncontrolled text field in sync with `value`, a value of the address: gives the field's `ref` and
 * `defaultValue`. The address arrives later than the key that changed it; what somebody has typed meanwhile stays.
 */
export function useSyncedValue(value: string) {
  const ref = useRef<HTMLInputElement>(null);
  const synced = useRef(value);
  useEffect(() => {
    const input = ref.current;
    const typing = input === document.activeElement && input?.value !== synced.current;
    if (input && !typing) input.value = value;
    synced.current = value;
  }, [value]);
  return { ref, defaultValue: value };
}
