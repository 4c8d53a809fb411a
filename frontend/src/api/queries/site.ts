import { queryOptions } from '@tanstack/react-query';
import { api } from '../client';
import type { Site } from '../types';

/** What every page shows: brand, tagline, contact, base URL, categories. */
export const siteDetails = () =>
  queryOptions({
    queryKey: ['/site'],
    queryFn: ({ signal }) => api.get<Site>('/site', { signal, auth: 'none' }),
  });
