import { api, apiPath } from '../client';
import { ApiProblem } from '../problem';
import type { OwnSessions, Profile, ProfileSaved, Session } from '../types';
import { privateQuery } from './private-query';

type Message = { message: string };
type Credentials = { email: string; password: string };

// Calls of somebody who is not signed in carry no session of their own: a wrong password must never end one.

/**
 * Opens a reader's account; sent again with the same key, it signs in to that account. Its answer goes into the
 * reader's slot.
 */
export const registerUser = (account: Credentials & { username?: string }, key: string) =>
  api.post<Session>('/auth/register-user', account, { auth: 'none', headers: { 'Idempotency-Key': key } });

/** Signs in as a reader, staff too. Its answer goes into the reader's slot. */
export const loginUser = (credentials: Credentials) =>
  api.post<Session>('/auth/login-user', credentials, { auth: 'none' });

/** Asks for a mail with a link to `/auth/reset-password?code=…`; known and unknown addresses are answered alike. */
export const requestPasswordReset = (email: string) =>
  api.post<Message>('/auth/change-password', { email }, { auth: 'none' });

/** Every session of the account ends. 410 `link.invalid` for a code that is not good any more. */
export const resetPassword = (reset: { code: string; password: string }) =>
  api.post<Message>('/auth/reset-password', reset, { auth: 'none' });

/** By the current one. Every other session of the account ends. */
export const changePassword = (passwords: { current_password: string; password: string }) =>
  api.post<Message>('/auth/password', passwords);

/**
 * The code of `/auth/verify-email?code=…`. Pressing again within a day is no error. 409 `account.password_needed` where
 * this browser is not signed in to the account: it is its refresh cookie that tells.
 */
export const verifyEmail = (code: string, password?: string) =>
  api.post<Message>('/auth/verify-email', { code, password }, { auth: 'none' });

/** On a 409 `account.password_needed`: whose account the code would confirm. */
export const accountOfCode = (cause: unknown) =>
  cause instanceof ApiProblem && cause.code === 'account.password_needed'
    ? (cause.body as { username: string; created_at: string })
    : undefined;

export const resendVerification = () => api.post<Message>('/auth/resend-verification');

/** Who is signed in, and what this session may do. */
export const ownProfile = () => privateQuery<Profile>('/auth/profile');

export const updateProfile = (profile: { username: string }) => api.put<ProfileSaved>('/auth/profile', profile);

/** Where the account is signed in, last used first. */
export const ownSessions = () => privateQuery<OwnSessions>('/auth/sessions');

export const endOwnSession = (id: string) => api.delete<Message>(`/auth/sessions/${encodeURIComponent(id)}`);

/** Revokes the reader's session on the server; the slots are cleared by the caller. */
export const logoutReader = () => api.post<Message>('/auth/logout', { kind: 'reader' });

/** Ends this session too; the slots are cleared by the caller. */
export const logoutEverywhere = () => api.post<Message>('/auth/logout-everywhere');

/** Mails a link to `/manage-account?code=…`, for accounts without a password. */
export const requestDeletionCode = () => api.post<Message>('/auth/delete-code');

/**
 * By its password; without one by the code of a mail, or with neither within ten minutes of signing in. 409
 * `account.last_admin` for the last administrator.
 */
export const deleteAccount = (proof: { password?: string; code?: string }) =>
  api.delete<Message>('/auth/account', { body: proof });

/**
 * Finishes a social sign-in with what the provider sent along. 409 `account.sign_in_first`: the address has an account.
 */
export const finishSocialSignIn = (provider: string, answer: { code: string; state: string }) =>
  api.get<Session>(apiPath(`/auth/callback/${encodeURIComponent(provider)}`, answer), { auth: 'none' });
