import { skipToken, useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import type { AdminPost, NoticeAudience, NoticeState } from '../../api/types';
import { audienceQuery } from '../calls/newsletter';
import { isSettled } from '../post-values/notice-values';
import type { PostFormValues } from '../post-values/post-values';
import { noticeChoiceQuery, noticeStateQuery } from './notice-api';

/** Who is e-mailed about the post in the form, and whether that can still be chosen. */
export type PostNotice = {
  /** What became of the notice of an existing post; null for a new one, and until it is read. */
  state: NoticeState | null;
  /** What is chosen: in the form, otherwise as it is already or was the last time; null until that is read. */
  choice: NoticeAudience | null;
  isError: boolean;
  refetch: () => void;
};

export function usePostNotice(post: AdminPost | null): PostNotice {
  const { control } = useFormContext<PostFormValues>();
  const chosen = useWatch({ control, name: 'notice' });
  // A post in review is chosen for when it is approved, like a new one.
  const isFirst = post === null || post.status === 'in_review';
  const preset = useQuery({ ...noticeChoiceQuery, enabled: isFirst });
  // Read anew for each form, like the post.
  const stateOptions = noticeStateQuery(post?.id ?? 0);
  const state = useQuery({ ...stateOptions, queryFn: post ? stateOptions.queryFn : skipToken, staleTime: 0 });
  const saved = isFirst ? preset : state;
  return {
    state: state.data ?? null,
    choice: state.data && isSettled(state.data) ? null : (chosen ?? saved.data ?? null),
    isError: saved.isError && !saved.data,
    refetch: () => void saved.refetch(),
  };
}

/** How many addresses get a notice of these topics, of none: everyone; undefined until they are counted. */
export function useNoticeSize(topics: readonly string[], enabled = true) {
  const { data, isPlaceholderData } = useQuery({ ...audienceQuery(topics), enabled });
  return isPlaceholderData ? undefined : data;
}
