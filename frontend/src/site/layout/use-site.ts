import { useQuery } from '@tanstack/react-query';
import { siteDetails } from '../../api/queries/site';
import type { Site } from '../../api/types';

const fallback = {
  brand: '',
  tagline: '',
  contact_email: '',
  contact_phone: '',
  base_url: '',
  social_links: [],
  categories: [],
} as Partial<Site> as Site;

/** Brand, tagline, contact and base URL; empty while the call fails, so that no page fails with it. */
export function useSite(): Site {
  return useQuery(siteDetails()).data ?? fallback;
}
