import { api, apiPath } from '../client';
import type { OwnSessions, Profile, ProfileSaved, Session } from '../types';
import { privateQuery } from './private-query';

type Message = { message: string };
export type Credentials = { email: string; password: string };

// Calls of somebody who is not signed in carry no session of their own: a wrong password must never end one.

/** Opens a reader's account; sent again with the same key, it signs in to that account. Its answer goes into the reader's slot. */
export const registerUser = (account: Credentials & { username?: string }, key: string) =>
  api.post<Session>('/auth/register-user', account, { auth: 'none', headers: { 'Idempotency-Key': key } });

/** Signs in as a reader, staff too. Its answer goes into the reader's slot. */
export const loginUser = (credentials: Credentials) =>
  api.post<Session>('/auth/login-user', credentials, { auth: 'none' });

/** Asks for a mail with a link to `/auth/reset-password?code=…`; known and unknown addresses are answered alike. */
export const askPasswordReset = (email: string) =>
  api.post<Message>('/auth/change-password', { email }, { auth: 'none' });

/** Every session of the account ends. 410 `link.invalid` for a code that is not good any more. */
export const resetPassword = (reset: { code: string; password: string }) =>
  api.post<Message>('/auth/reset-password', reset, { auth: 'none' });

/** The code of `/auth/verify-email?code=…`. Pressing again within a day is no error. */
export const verifyEmail = (code: string) => api.post<Message>('/auth/verify-email', { code }, { auth: 'none' });

export const resendVerification = () => api.post<Message>('/auth/resend-verification');

/** Who is signed in, and what this session may do. */
export const ownProfile = () => privateQuery<Profile>('/auth/profile');

export const updateProfile = (profile: { username: string }) => api.put<ProfileSaved>('/auth/profile', profile);

/** Where the account is signed in, last used first. */
export const ownSessions = () => privateQuery<OwnSessions>('/auth/sessions');

export const endOwnSession = (id: string) => api.delete<Message>(`/auth/sessions/${encodeURIComponent(id)}`);

/** Revokes the session on the server; the slots are cleared by the caller. */
export const logout = () => api.post<Message>('/auth/logout');

/** Ends this session too; the slots are cleared by the caller. */
export const logoutEverywhere = () => api.post<Message>('/auth/logout-everywhere');

/** By its password, or by typing its address where it has none. 409 `account.last_admin` for the last administrator. */
export const deleteAccount = (proof: { password: string } | { confirm: string }) =>
  api.delete<Message>('/auth/account', { body: proof });

/** Finishes a social sign-in with what the provider sent along. 409 `account.sign_in_first`: the address has an account. */
export const finishSocialSignIn = (provider: string, answer: { code: string; state: string }) =>
  api.get<Session>(apiPath(`/auth/callback/${encodeURIComponent(provider)}`, answer), { auth: 'none' });
