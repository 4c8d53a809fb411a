import type { Subscriber } from '../../api/types';

/** How a status is called, and its colour. */
export const SUBSCRIBER_STATUSES: Record<Subscriber['status'], { label: string; look: string }> = {
  confirmed: { label: 'Subscribed', look: 'bg-success-wash text-success' },
  pending: { label: 'Not confirmed', look: 'bg-sunk text-ink-2' },
  unsubscribed: { label: 'Left', look: 'bg-sunk text-ink-2' },
  bounced: { label: 'Refused', look: 'bg-danger-wash text-danger' },
};
