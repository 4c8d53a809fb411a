import { api } from '../client';
import type { NewsletterAnswer } from '../types';

/** Signs an address up. `website` is the field that people do not see; a program fills it in. */
export const subscribeToNewsletter = (wish: { email: string; website?: string }) =>
  api.post<NewsletterAnswer>('/newsletter/subscribe', wish, { auth: 'none' });
