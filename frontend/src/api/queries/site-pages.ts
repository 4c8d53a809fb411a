import type { SitePage } from '../types';
import { publicQuery } from './public-query';

/** A page of the site, by its slug. */
export const sitePage = (slug: string) => publicQuery<SitePage>(`/pages/${encodeURIComponent(slug)}`);
