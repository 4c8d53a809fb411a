// What the newsletter's mailed links do: apart from signing up, which is on many pages.
import { api } from '../client';
import type { NewsletterAnswer } from '../types';

/** The code of `/newsletter/confirm?code=…`. Pressing again within a day is no error. */
export const confirmNewsletter = (code: string) =>
  api.post<NewsletterAnswer>('/newsletter/confirm', { code }, { auth: 'none' });
