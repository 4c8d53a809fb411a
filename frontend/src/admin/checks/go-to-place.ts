import type { Place } from './checks';
import { MISSING } from './read-text';

/** Leads to where something is mended: the focus goes there, and it is scrolled into view. */
export function goToPlace(form: HTMLElement, place: Place): void {
  const found = find(form, place);
  if (!found) return;
  const closed = found.closest('details');
  if (closed) closed.open = true;
  const calm = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true;
  found.scrollIntoView?.({ block: 'center', behavior: calm ? 'auto' : 'smooth' });
  if (place.in === 'link' || place.in === 'missing') selectLink(form, found);
  else found.focus({ preventScroll: true });
}

function find(form: HTMLElement, place: Place): HTMLElement | null {
  switch (place.in) {
    case 'field':
      return form.querySelector<HTMLElement>(`[data-field="${place.name}"], [name="${place.name}"]`);
    case 'cover':
      return form.querySelector<HTMLElement>(
        place.what === 'description' ? '[data-place="cover"] textarea' : '[data-place="cover"] button',
      );
    case 'picture': {
      const picture = text(form)?.querySelectorAll('.media-figure img')[place.number];
      // Its first button says what it shows.
      return picture?.closest('.media-figure')?.querySelector('button') ?? null;
    }
    case 'missing':
      return missingPlaces(text(form))[place.number] ?? null;
    case 'link':
      return [...(text(form)?.querySelectorAll('a') ?? [])].find((a) => a.getAttribute('href') === place.url) ?? null;
  }
}

function missingPlaces(content: HTMLElement | null): HTMLElement[] {
  const words = content?.querySelectorAll<HTMLElement>('figure > p:first-child > em:only-child') ?? [];
  return [...words].filter((one) => MISSING.test(one.textContent ?? ''));
}

function text(form: HTMLElement): HTMLElement | null {
  return form.querySelector<HTMLElement>('[contenteditable]');
}

/** The editor follows the selection of the document once it has the focus. */
function selectLink(form: HTMLElement, link: HTMLElement): void {
  text(form)?.focus({ preventScroll: true });
  window.getSelection()?.selectAllChildren(link);
}
