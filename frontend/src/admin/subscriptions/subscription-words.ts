/** How a status is called, and its colour. */
export const STATUSES: Record<string, { label: string; look: string }> = {
  active: { label: 'Active', look: 'bg-success-wash text-success' },
  expired: { label: 'Expired', look: 'bg-sunk text-ink-2' },
  refunded: { label: 'Refunded', look: 'bg-warning-wash text-warning' },
};
