import { api } from '../../api/client';
import type { IdempotencyKey } from '../../api/idempotency-key';
import type { Session } from '../../api/types';

type Credentials = { email: string; password: string };

/** Sign-in calls carry no session of their own: a wrong password must never end one. */
export function signIn(credentials: Credentials): Promise<Session> {
  return api.post<Session>('/auth/admin/login', credentials, { auth: 'none' });
}

/** By set-up code while there is no administrator, by the code of an invite afterwards. */
export function register(
  account: Credentials & { setup_code?: string; invite_code?: string },
  key: IdempotencyKey,
): Promise<Session> {
  return key.send((headers) => api.post<Session>('/auth/admin/register', account, { auth: 'none', headers }));
}

/** Revokes the session on the server; the slots are cleared by the caller. */
export function signOut(): Promise<{ message: string }> {
  return api.post<{ message: string }>('/auth/logout');
}
