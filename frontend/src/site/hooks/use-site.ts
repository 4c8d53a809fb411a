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
  navigation: { bar: [], menu: [], services: [], footer: [], consultancy: null },
} as Partial<Site> as Site;

/** Brand, tagline, contact, base URL and menus; empty while the call fails, so that no page fails with it. */
export function useSite(): Site {
  return useQuery(siteDetails()).data ?? fallback;
}
