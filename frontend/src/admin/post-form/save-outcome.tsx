import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import type { AdminPost, NoticeAudience } from '../../api/types';
import { categoriesQuery } from '../calls/categories';
import { isSettled, noticeAudience } from '../post-values/notice-values';
import type { PostFormValues } from '../post-values/post-values';
import { isEditor } from '../session/staff-session';
import { fromPickerValue } from '../time/publication-time';
import { noticeOutcome } from './notice-outcome';
import { accessSentence, saveWords } from './save-words';
import { useNoticeSize, usePostNotice } from './use-notice';

type SaveOutcomeProps = { id: string; post: AdminPost | null };

/** What a save of the post will do, beside its button: to the post, to subscribers, and for whom. */
export function SaveOutcome({ id, post }: SaveOutcomeProps) {
  const { control } = useFormContext<PostFormValues>();
  const [publishDate, status, access] = useWatch({ control, name: ['publish_date', 'status', 'access'] });
  const { sentence } = saveWords({ post, status, publishAt: fromPickerValue(publishDate), now: Date.now() });
  return (
    <p id={id} className="text-sm text-ink-2 tabular-nums max-lg:order-last max-lg:basis-full lg:min-w-80 lg:flex-1">
      {sentence} {isEditor() && <NoticeSentence post={post} />} {status === 'published' && accessSentence(access)}
    </p>
  );
}

function NoticeSentence({ post }: { post: AdminPost | null }) {
  const { state, choice } = usePostNotice(post);
  if (choice) return <Notice post={post} choice={choice} />;
  return state && isSettled(state) && 'Nobody is e-mailed again.';
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
