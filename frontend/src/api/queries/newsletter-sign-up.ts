import { api } from '../client';
import type { NewsletterSignUpResult } from '../types';

/**
 * Signs an address up; sent again with the same key, it is mailed once. `website` is the field that people do not see;
 * a program fills it in.
 */
export const subscribeToNewsletter = (wish: { email: string; website?: string }, key: string) =>
  api.post<NewsletterSignUpResult>('/newsletter/subscribe', wish, {
    auth: 'none',
    headers: { 'Idempotency-Key': key },
  });
