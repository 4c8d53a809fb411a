import type { NewsletterTopics } from '../types';
import { publicQuery } from './public-query';

/** The catalogue: groups of topics. */
export const newsletterTopics = () => publicQuery<NewsletterTopics>('/newsletter/topics');
