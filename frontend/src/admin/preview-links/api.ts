import { queryOptions } from '@tanstack/react-query';
import { type ApiPath, api } from '../../api/client';
import type { IdempotencyKey } from '../../api/idempotency-key';
import type { PreviewLinkCreated, PreviewLinkInput, PreviewLinkList } from '../../api/types';
import { staffCall } from '../session/staff-call';

const pathOf = (post: number): ApiPath => `/admin/posts/${post}/preview-links`;

/** The links of a post, newest first; read anew each time they are looked at. */
export function previewLinksQuery(post: number) {
  const path = pathOf(post);
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => staffCall(() => api.get<PreviewLinkList>(path, { signal })),
    staleTime: 0,
  });
}

/** Sent again with the same `key` it is the same link. */
export function createPreviewLink(
  post: number,
  input: PreviewLinkInput,
  key: IdempotencyKey,
): Promise<PreviewLinkCreated> {
  return key.send((headers) => staffCall(() => api.post<PreviewLinkCreated>(pathOf(post), input, { headers })));
}

export function endPreviewLink(link: number): Promise<{ message: string }> {
  return staffCall(() => api.delete<{ message: string }>(`/admin/preview-links/${link}`));
}
