import { api } from '../../api/client';
import type { AdminPost } from '../../api/types';
import { staffCall } from '../session/staff-call';

/** A step of the review. The server refuses it with 409 `post.changed` when `revision` is an earlier one. */
export type ReviewStep = { step: 'submit' } | { step: 'approve' } | { step: 'return'; note: string };

type SavedPost = AdminPost & { message: string };

export function takeReviewStep(id: number, revision: number, { step, ...input }: ReviewStep): Promise<SavedPost> {
  return staffCall(() => api.post<SavedPost>(`/admin/posts/${id}/${step}`, { ...input, revision }));
}
