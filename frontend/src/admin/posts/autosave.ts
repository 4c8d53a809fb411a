import type { PostFormValues } from './post-values';

/** What was typed into a form and not saved, kept in this browser. */
export type KeptWork = {
  values: PostFormValues;
  keptAt: number;
  /** The revision the work began with: saving it over a newer one asks first. */
  revision: number | null;
};

/** Names the place of one account's work on one post (null: a new post). */
export function keptWorkKey(account: string, postId: number | null): string {
  return `mwanga-unsaved-post:${account}:${postId ?? 'new'}`;
}

export function readKeptWork(key: string): KeptWork | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isKeptWork(kept) ? kept : null;
  } catch {
    return null;
  }
}

export function keepWork(key: string, values: PostFormValues, revision: number | null): void {
  try {
    const kept: KeptWork = { values: { ...values, pending_files: 0 }, keptAt: Date.now(), revision };
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Storage full or switched off. The form itself still holds everything, and leaving it warns.
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
