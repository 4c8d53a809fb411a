import type { Site } from '../api/types';

/** What `/site` answers. */
export const siteAnswer: Site = {
  brand: 'Mwanga',
  tagline: 'Your guide to a brighter future, powered by reliable information.',
  contact_email: 'hello@example.com',
  contact_phone: '+254 700 000 000',
  base_url: 'https://mwanga.example.com',
  language: 'en',
  social_links: [],
  footer_words: 'Mwanga, Nairobi',
  logo: null,
  mark: null,
  categories: [],
  navigation: { bar: [], menu: [], services: [], footer: [], consultancy: null },
};

/** Of a reader who is signed in. */
export const token = `a.${btoa(JSON.stringify({ sub: '1', exp: 9_999_999_999 }))}.c`;
