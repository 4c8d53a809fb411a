import type { Plans } from '../types';
import { publicQuery } from './public-query';

/** What is sold, and the wallet it is paid with. */
export const subscriptionPlans = () => publicQuery<Plans>('/subscriptions/plans');
