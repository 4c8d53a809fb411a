import type { EmailLog } from '../../api/types';

/** How a status is called, and its colour. */
export const STATUSES: Record<EmailLog['status'], { label: string; look: string }> = {
  sent: { label: 'Sent', look: 'bg-success-wash text-success' },
  sending: { label: 'Sending', look: 'bg-sunk text-ink-2' },
  retrying: { label: 'Retrying', look: 'bg-warning-wash text-warning' },
  failed: { label: 'Failed', look: 'bg-danger-wash text-danger' },
  // It may have arrived: the frame tells it from what is tried again.
  uncertain: { label: 'May have arrived', look: 'bg-warning-wash text-warning ring-1 ring-current ring-inset' },
};

export const KINDS: Record<EmailLog['kind'], string> = {
  password_reset: 'Password reset',
  verify_email: 'Address confirmation',
  staff_invite: 'Staff invite',
  security_notice: 'Security notice',
  contact_message: 'Contact form',
  account_deletion: 'Account deletion',
  newsletter_confirm: 'Newsletter confirmation',
  newsletter_known: 'Newsletter sign-up of a subscriber',
  newsletter_welcome: 'Newsletter welcome',
  newsletter: 'Newsletter',
  newsletter_test: 'Newsletter, test',
  post_notice: 'New post',
  subscription_receipt: 'Subscription receipt',
  subscription_reminder: 'Subscription ends soon',
  subscription_refund: 'Subscription refund',
  backup_warning: 'Backup warning',
  post_events: 'Review and notes',
};
