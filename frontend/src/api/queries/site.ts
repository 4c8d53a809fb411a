import { apiPath } from '../client';
import type { Site } from '../types';
import { publicQuery } from './public-query';

/** What every page shows: brand, tagline, contact, base URL, categories. The blocks of home come with its sections. */
export const siteDetails = () => publicQuery<Site>(apiPath('/site', { frame: true }));
