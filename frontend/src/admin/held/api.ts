import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Hold, Released } from '../../api/types';
import { staffCall } from '../session/staff-call';

const HOLD = '/admin/hold';

/** Whether this copy is held, why, and what waits. For administrators; editors get 403. */
export const holdQuery = queryOptions({
  queryKey: [HOLD],
  queryFn: ({ signal }) => staffCall(() => api.get<Hold>(HOLD, { signal })),
});

/** Lets the copy mail and charge again. 409 `site.not_held`: somebody was first. */
export function releaseHold(): Promise<Released> {
  return staffCall(() => api.delete<Released>(HOLD));
}
