import { api } from '../client';

type Message = { name: string; email: string; message: string; website: string };

/** Mails the publication; sent again with the same key, it is mailed once. A program fills in `website`. */
export const sendMessage = (message: Message, key: string) =>
  api.post<{ message: string }>('/contact', message, { auth: 'none', headers: { 'Idempotency-Key': key } });
