// Work that was typed and not saved, kept in this browser (docs/decisions/027).

import { randomName } from '../../api/random-name';

/** Kept work with the moment it was kept. */
export type Kept<Work> = Work & { keptAt: number };

/** Work that nobody came back to, and where it lies. */
export type Left<Work> = Kept<Work> & { key: string };

/**
 * A place for one opened form, named by `form`. Every opened form has its own, so that neither a second tab nor typing
 * before "Restore" writes over what is kept.
 */
export function newPlaceOf(form: string): string {
  return `${form}:${randomName()}`;
}

/** The part of a place that no other form has, also after a reload. */
export function nameOfPlace(place: string): string {
  return place.slice(place.lastIndexOf(':') + 1);
}

/** What was left behind in the places of a form, the newest first. */
export function findLeft<Work>(form: string, isWork: (kept: object) => kept is Kept<Work>): Left<Work>[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(`${form}:`))
      .flatMap((key) => {
        const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
        return typeof kept === 'object' && kept !== null && isWork(kept) ? [{ ...kept, key }] : [];
      })
      .sort((a, b) => b.keptAt - a.keptAt);
  } catch {
    return []; // storage switched off: nothing was kept
  }
}

/** False when the browser keeps nothing (storage full or switched off); the form itself still holds everything. */
export function keepIn(key: string, work: object): boolean {
  try {
    localStorage.setItem(key, JSON.stringify({ ...work, keptAt: Date.now() }));
    return true;
  } catch {
    return false;
  }
}

export function dropKept(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // storage switched off: nothing was kept
  }
}
