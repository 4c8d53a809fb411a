import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type ApiPath, api } from '../../api/client';
import type { IdempotencyKey } from '../../api/idempotency-key';
import type { AdminCorrection, AdminCorrectionList, CorrectionInput } from '../../api/types';
import { refetchAfterChange } from '../after-change';
import { staffCall } from '../session/staff-call';

const pathOf = (post: number): ApiPath => `/admin/posts/${post}/corrections`;

/** The corrections of a post, and what was done to them. */
export function correctionsQuery(post: number) {
  const path = pathOf(post);
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => staffCall(() => api.get<AdminCorrectionList>(path, { signal })),
    staleTime: 0,
  });
}

/** Sent again with the same `key` it is the same correction. */
export function addCorrection(post: number, input: CorrectionInput, key: IdempotencyKey): Promise<AdminCorrection> {
  return key.send((headers) => staffCall(() => api.post<AdminCorrection>(pathOf(post), input, { headers })));
}

export function changeCorrection(id: number, input: CorrectionInput): Promise<AdminCorrection> {
  return staffCall(() => api.put<AdminCorrection>(`/admin/corrections/${id}`, input));
}

export function withdrawCorrection(id: number): Promise<{ message: string }> {
  return staffCall(() => api.delete<{ message: string }>(`/admin/corrections/${id}`));
}

export function reloadCorrections(client: QueryClient, post: number): Promise<void> {
  return refetchAfterChange(client, { queryKey: correctionsQuery(post).queryKey });
}
