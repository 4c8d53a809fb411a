import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type ApiPath, api, apiPath } from '../../api/client';
import type { PostLinkList, SameTitle } from '../../api/types';
import { refetchAfterChange } from '../after-change';
import { staffCall } from '../session/staff-call';

/** How often the answers are read while links are being asked. */
const POLL_MS = 2_000;

const linksPath = (post: number): ApiPath => `/admin/posts/${post}/links`;

/** Other posts with a title; asked once it is more than blanks. */
export function sameTitleQuery(title: string, except: number | null) {
  const path = apiPath('/admin/posts/same-title', { title, except });
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => staffCall(() => api.get<SameTitle>(path, { signal })),
    enabled: title !== '',
    staleTime: 30_000,
    retry: false,
  });
}

/** The links of a post as it is saved, and what they answered; read again as long as they are being asked. */
export function postLinksQuery(post: number | null) {
  const path = linksPath(post ?? 0);
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => staffCall(() => api.get<PostLinkList>(path, { signal })),
    enabled: post !== null,
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_MS : false),
  });
}

export function checkLinks(post: number): Promise<{ message: string }> {
  return staffCall(() => api.post<{ message: string }>(linksPath(post)));
}

export function reloadPostLinks(client: QueryClient, post: number): Promise<void> {
  return refetchAfterChange(client, { queryKey: postLinksQuery(post).queryKey });
}
