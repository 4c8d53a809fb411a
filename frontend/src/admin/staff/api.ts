import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { IdempotencyKey } from '../../api/idempotency-key';
import type { Invited, Role, StaffList } from '../../api/types';
import { staffCall } from '../session/staff-call';

const STAFF = '/admin/staff';
type Message = { message: string };

/** Editors, administrators and open invites. For administrators; editors get 403. */
export const staffQuery = queryOptions({
  queryKey: [STAFF],
  queryFn: ({ signal }) => staffCall(() => api.get<StaffList>(STAFF, { signal })),
});

/**
 * Mails an invite, good for 7 days; an earlier one to the same address ends. 409 `account.email_taken`: staff already.
 */
export function inviteStaff(
  invite: { email: string; role: Exclude<Role, 'reader'> },
  key: IdempotencyKey,
): Promise<Invited> {
  return key.send((headers) => staffCall(() => api.post<Invited>(`${STAFF}/invites`, invite, { headers })));
}

export function withdrawInvite(id: number): Promise<Message> {
  return staffCall(() => api.delete<Message>(`${STAFF}/invites/${id}`));
}

/** `reader` takes somebody out of the newsroom. 409 `account.last_admin` for the last administrator. */
export function setStaffRole(id: number, role: Role): Promise<Message> {
  return staffCall(() => api.put<Message>(`${STAFF}/${id}`, { role }));
}
