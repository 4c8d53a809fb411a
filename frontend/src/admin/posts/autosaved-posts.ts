import {
  type Autosaved,
  findAutosaved,
  newAutosaveKey,
  type Recoverable,
  writeAutosaved,
} from '../unsaved-changes/autosave-storage';
import type { PostFormValues } from './post-values';

type UnsavedPost = {
  values: PostFormValues;
  /** The revision the work began with: saving it over a newer one asks first. */
  revision: number | null;
};

/** What was typed into the post form and not saved, with its key in the storage. */
export type RecoverablePost = Recoverable<UnsavedPost>;

/** A storage key for one form's work on one post (null: a new post). */
export function newPostKey(account: string, postId: number | null): string {
  return newAutosaveKey(formName(account, postId));
}

function formName(account: string, postId: number | null): string {
  return `mwanga-unsaved-post:${account}:${postId ?? 'new'}`;
}

/** Drafts of this account on the post, the newest first. */
export function findAutosavedPosts(account: string, postId: number | null): RecoverablePost[] {
  return findAutosaved(formName(account, postId), isUnsavedPost);
}

/** False when the browser keeps nothing. */
export function autosavePost(key: string, values: PostFormValues, revision: number | null): boolean {
  return writeAutosaved(key, { values: { ...values, pending_files: 0 }, revision });
}

function isUnsavedPost(stored: object): stored is Autosaved<UnsavedPost> {
  const { values, keptAt } = stored as Partial<Autosaved<UnsavedPost>>;
  return typeof keptAt === 'number' && typeof values === 'object' && typeof values?.content === 'string';
}
