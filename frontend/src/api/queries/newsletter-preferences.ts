// What the newsletter's mailed links do; signing up is on many pages and has a file of its own.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../client';
import type { NewsletterConfirmed, NewsletterPreferences, NewsletterPreferencesInput } from '../types';

/** The code of `/newsletter/confirm?code=…`, and ids of topics. Pressing again within a day is no error. */
export const confirmNewsletter = (code: string, topics: string[]) =>
  api.post<NewsletterConfirmed>('/newsletter/confirm', { code, topics }, { auth: 'none' });

const preferencesPath = (code: string) => `/newsletter/preferences?code=${encodeURIComponent(code)}` as const;

/** What the owner of a newsletter's link chose; none while the code is not known yet. */
export const newsletterPreferences = (code: string | undefined) =>
  queryOptions({
    queryKey: [preferencesPath(code ?? '')],
    queryFn: ({ signal }) => api.get<NewsletterPreferences>(preferencesPath(code ?? ''), { signal, auth: 'none' }),
    enabled: code !== undefined,
    retry: false,
  });

/** Changes what is sent along, and answers all of it. */
export const saveNewsletterPreferences = (changes: NewsletterPreferencesInput) =>
  api.post<NewsletterPreferences>('/newsletter/preferences', changes, { auth: 'none' });
