// Autosave storage: unsaved work of a form, in this browser's localStorage (docs/decisions/027).

import { randomId } from '../../api/random-id';

/** Autosaved work with the moment it was written. */
export type Autosaved<Work> = Work & { keptAt: number };

/** Autosaved work that can be restored, with its storage key. */
export type Recoverable<Work> = Autosaved<Work> & { key: string };

/**
 * A storage key for one opened form, named by `form`. Every opened form has its own, so that neither a second tab nor
 * typing before "Restore" writes over what is there.
 */
export function newAutosaveKey(form: string): string {
  return `${form}:${randomId()}`;
}

/** The part of a key that no other form has, also after a reload. */
export function uniquePartOf(key: string): string {
  return key.slice(key.lastIndexOf(':') + 1);
}

/** What is in the storage for a form, the newest first. */
export function findAutosaved<Work>(
  form: string,
  isWork: (stored: object) => stored is Autosaved<Work>,
): Recoverable<Work>[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(`${form}:`))
      .flatMap((key) => {
        const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
        return typeof stored === 'object' && stored !== null && isWork(stored) ? [{ ...stored, key }] : [];
      })
      .sort((a, b) => b.keptAt - a.keptAt);
  } catch {
    return []; // storage switched off: nothing was written
  }
}

/** False when the browser takes nothing (storage full or switched off); the form itself still holds everything. */
export function writeAutosaved(key: string, work: object): boolean {
  try {
    localStorage.setItem(key, JSON.stringify({ ...work, keptAt: Date.now() }));
    return true;
  } catch {
    return false;
  }
}

export function removeAutosaved(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // storage switched off: nothing was written
  }
}
