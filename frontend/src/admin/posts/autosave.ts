import type { PostFormValues } from './post-values';

/** What was typed into a form and not saved, kept in this browser. */
export type KeptWork = {
  values: PostFormValues;
  keptAt: number;
  /** The revision the work began with: saving it over a newer one asks first. */
  revision: number | null;
};

/** Work that nobody came back to, and where it lies. */
export type LeftWork = KeptWork & { key: string };

const PREFIX = 'mwanga-unsaved-post';

/**
 * A place for one form's work on one post (null: a new post). Every opened form has its own, so that neither a second
 * tab nor typing before "Restore" writes over what is kept.
 */
export function newPlace(account: string, postId: number | null): string {
  return `${placesOf(account, postId)}${crypto.randomUUID()}`;
}

function placesOf(account: string, postId: number | null): string {
  return `${PREFIX}:${account}:${postId ?? 'new'}:`;
}

/** What this account left behind on the post, the newest first. */
export function findLeftWork(account: string, postId: number | null): LeftWork[] {
  const prefix = placesOf(account, postId);
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => {
        const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
        return isKeptWork(kept) ? [{ ...kept, key }] : [];
      })
      .sort((a, b) => b.keptAt - a.keptAt);
  } catch {
    return []; // storage switched off: nothing was kept
  }
}

/** False when the browser keeps nothing (storage full or switched off); the form itself still holds everything. */
export function keepWork(key: string, values: PostFormValues, revision: number | null): boolean {
  try {
    const kept: KeptWork = { values: { ...values, pending_files: 0 }, keptAt: Date.now(), revision };
    localStorage.setItem(key, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

export function dropKeptWork(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // storage switched off: nothing was kept
  }
}

function isKeptWork(kept: unknown): kept is KeptWork {
  if (typeof kept !== 'object' || kept === null) return false;
  const { values, keptAt } = kept as Partial<KeptWork>;
  return typeof keptAt === 'number' && typeof values === 'object' && typeof values?.content === 'string';
}
