import { useQuery } from '@tanstack/react-query';
import { siteDetails } from '../../api/queries/site';
import type { Site } from '../../api/types';

const fallback: Site = {
  brand: 'Mwanga',
  tagline: 'Your guide to a brighter future, powered by reliable information.',
  contact_email: '',
  contact_phone: '',
  base_url: '',
  categories: [],
};

/** Brand, tagline, contact and base URL; built-in words while the call fails, so that no page fails with it. */
export function useSite(): Site {
  return useQuery(siteDetails()).data ?? fallback;
}
