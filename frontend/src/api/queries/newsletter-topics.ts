import { queryOptions } from '@tanstack/react-query';
import { api } from '../client';
import type { NewsletterTopics } from '../types';

/** The catalogue: groups of topics. */
export const newsletterTopics = () =>
  queryOptions({
    queryKey: ['/newsletter/topics'],
    queryFn: ({ signal }) => api.get<NewsletterTopics>('/newsletter/topics', { signal, auth: 'none' }),
  });
