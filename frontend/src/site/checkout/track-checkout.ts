import type { components } from '../../api/schema';

/**
 * Funnel analytics: counts a step towards a subscription, by plan and by nothing else. Nobody misses a count that did
 * not arrive.
 */
export function trackCheckout(step: components['schemas']['TrackedEvent'], plan: string): void {
  void import('../analytics/beacon').then(({ track }) => track(step, { plan })).catch(() => {});
}
