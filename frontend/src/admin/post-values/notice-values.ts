import type { NoticeAudience, NoticeState } from '../../api/types';
import { z } from '../zod';

/** Who is e-mailed about the post, as chosen in the form. Topics stay while something else is chosen. */
export const noticeSchema = z.object({
  audience: z.enum(['everyone', 'topics', 'nobody']),
  topics: z.array(z.string()),
});

/** The choice as the API takes it. */
export function noticeAudience({ audience, topics }: NoticeAudience): NoticeAudience {
  return { audience, topics: audience === 'topics' ? topics : [] };
}

export function isSameAudience(one: NoticeAudience, other: NoticeAudience): boolean {
  const text = (choice: NoticeAudience) => JSON.stringify([choice.audience, noticeAudience(choice).topics.toSorted()]);
  return text(one) === text(other);
}

/** Whether nothing can be chosen any more. */
export function isSettled({ status }: NoticeState): boolean {
  return status !== 'not_requested' && status !== 'requested';
}
