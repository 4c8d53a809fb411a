import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { IdempotencyKey } from '../../api/idempotency-key';
import type { FirstAccount, Session } from '../../api/types';

const REGISTER = '/auth/admin/register';

type Credentials = { email: string; password: string };

/** Sign-in calls carry no session of their own: a wrong password must never end one. */
export function signIn(credentials: Credentials): Promise<Session> {
  return api.post<Session>('/auth/admin/login', credentials, { auth: 'none' });
}

/** How the first account is made, while there is none; null afterwards. */
export const firstAccountQuery = queryOptions({
  queryKey: [REGISTER],
  queryFn: ({ signal }) => api.get<FirstAccount>(REGISTER, { auth: 'none', signal }),
});

/** By set-up code while there is no administrator, by the code of an invite afterwards. */
export function register(
  account: Credentials & { setup_code?: string; invite_code?: string },
  key: IdempotencyKey,
): Promise<Session> {
  return key.send((headers) => api.post<Session>(REGISTER, account, { auth: 'none', headers }));
}

/** Revokes the session on the server; the slots are cleared by the caller. */
export function signOut(): Promise<{ message: string }> {
  return api.post<{ message: string }>('/auth/logout');
}
