import type { Site } from '../types';
import { publicQuery } from './public-query';

/** What every page shows: brand, tagline, contact, base URL, categories. */
export const siteDetails = () => publicQuery<Site>('/site');
