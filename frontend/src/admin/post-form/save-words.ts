import type { AdminPost } from '../../api/types';
import { shortDate } from '../../site/format/dates';
import type { PostFormValues } from '../post-values/post-values';
import { formatMoment, formatTime } from '../time/publication-time';

export type SaveWordsOptions = {
  /** The post as it is saved; null for a new one. */
  post: AdminPost | null;
  /** Status as the form has it. */
  status: PostFormValues['status'];
  /** When it is dated; null: now. */
  publishAt: number | null;
  now: number;
};

/** What a save does, in a sentence and as the words of a button. */
export function saveWords({ post, status, publishAt, now }: SaveWordsOptions): { sentence: string; button: string } {
  const before = publicState(post, now);
  if (status === 'in_review') return { sentence: 'Saves the text, which stays in review.', button: 'Save' };
  if (status === 'draft') {
    return before === 'none'
      ? { sentence: 'Saves a draft.', button: 'Save draft' }
      : { sentence: 'Makes it a draft again, which no reader sees.', button: 'Unpublish' };
  }
  if (publishAt !== null && publishAt > now) {
    const at = formatMoment(publishAt);
    if (before === 'scheduled' && post && Date.parse(post.published_at) === publishAt) {
      return { sentence: `Updates it. Readers see it on ${at}.`, button: 'Update' };
    }
    const day = shortDate(new Date(publishAt).toISOString());
    return { sentence: `Schedules it for ${at}.`, button: `Schedule for ${day}, ${formatTime(publishAt)}` };
  }
  return before === 'public'
    ? { sentence: 'Updates what readers see.', button: 'Update' }
    : { sentence: 'Publishes it now.', button: 'Publish' };
}

/** What a save did, as `saveWords` said it would. */
export function savedWords(saved: AdminPost, before: AdminPost | null): string {
  if (saved.status === 'in_review') return 'It waits for an editor.';
  if (saved.status === 'draft') {
    return before?.status === 'published'
      ? 'It is a draft again. No reader sees it.'
      : 'It is a draft. No reader sees it.';
  }
  if (!saved.is_public) return `Readers see it on ${formatMoment(saved.published_at)}.`;
  return before?.is_public ? 'Readers see it as it is now.' : 'Published.';
}

/** Who may read the whole text, in a sentence. */
export function accessSentence(access: PostFormValues['access']): string {
  return ACCESS_SENTENCES[access];
}

const ACCESS_SENTENCES: Record<PostFormValues['access'], string> = {
  '': '',
  everyone: 'Everyone may read it.',
  registered: 'Registered readers may read all of it.',
  subscribers: 'Subscribers may read all of it.',
};

function publicState(post: AdminPost | null, now: number): 'none' | 'scheduled' | 'public' {
  if (post?.status !== 'published') return 'none';
  return Date.parse(post.published_at) > now ? 'scheduled' : 'public';
}
