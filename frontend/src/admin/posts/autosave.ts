import { findLeft, type Kept, keepIn, type Left, newPlaceOf } from '../session/kept-work';
import type { PostFormValues } from './post-values';

type Work = {
  values: PostFormValues;
  /** The revision the work began with: saving it over a newer one asks first. */
  revision: number | null;
};

/** What was typed into the form and not saved, kept in this browser. */
export type KeptWork = Kept<Work>;

/** Work that nobody came back to, and where it lies. */
export type LeftWork = Left<Work>;

/** A place for one form's work on one post (null: a new post). */
export function newPlace(account: string, postId: number | null): string {
  return newPlaceOf(placesOf(account, postId));
}

function placesOf(account: string, postId: number | null): string {
  return `mwanga-unsaved-post:${account}:${postId ?? 'new'}`;
}

/** What this account left behind on the post, the newest first. */
export function findLeftWork(account: string, postId: number | null): LeftWork[] {
  return findLeft(placesOf(account, postId), isKeptWork);
}

/** False when the browser keeps nothing. */
export function keepWork(key: string, values: PostFormValues, revision: number | null): boolean {
  return keepIn(key, { values: { ...values, pending_files: 0 }, revision });
}

function isKeptWork(kept: object): kept is KeptWork {
  const { values, keptAt } = kept as Partial<KeptWork>;
  return typeof keptAt === 'number' && typeof values === 'object' && typeof values?.content === 'string';
}
