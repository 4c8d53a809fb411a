import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import type { AdminPost, NoticeAudience } from '../../api/types';
import { categoriesQuery } from '../categories/api';
import { fromPickerValue } from '../time/publication-time';
import { noticeOutcome } from './notice-outcome';
import { isSettled, noticeAudience } from './notice-values';
import type { PostFormValues } from './post-values';
import { useNoticeSize, usePostNotice } from './use-notice';

type SaveOutcomeProps = { id: string; post: AdminPost | null };

/** What a save of the post will do, beside its button. */
export function SaveOutcome({ id, post }: SaveOutcomeProps) {
  const { state, choice } = usePostNotice(post);
  return (
    <p id={id} className="order-last basis-full text-sm text-ink-2 tabular-nums sm:order-none sm:basis-auto">
      {choice ? <Notice post={post} choice={choice} /> : state && isSettled(state) && 'Nobody is e-mailed again.'}
    </p>
  );
}

function Notice({ post, choice }: { post: AdminPost | null; choice: NoticeAudience }) {
  const { control } = useFormContext<PostFormValues>();
  const [category, publishDate, status] = useWatch({ control, name: ['category_name', 'publish_date', 'status'] });
  const { data: categories } = useQuery(categoriesQuery);
  const size = useNoticeSize(noticeAudience(choice).topics);
  const now = Date.now();
  const isNews = category !== 'sponsored' && categories?.find(({ slug }) => slug === category)?.is_news !== false;
  const isPublic = post?.status === 'published' && Date.parse(post.published_at) <= now;
  return noticeOutcome({
    choice,
    size: size?.audience,
    status,
    publishAt: fromPickerValue(publishDate),
    createdAt: post ? Date.parse(post.created_at) : now,
    now,
    isPublic,
    isLimited: isNews && size?.is_notice_limit_reached === true,
  });
}
