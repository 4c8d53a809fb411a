import type { ReactNode } from 'react';
import { clockTime, longDate } from '../format/dates';
import { zonePlace } from '../format/zone-place';
import { Countdown } from './countdown';

type SubscriptionCardProps = {
  planName: string;
  status: string;
  expiresAt: string;
  serverNow: string;
  /** Where it is another one's than that of whoever looks at it. */
  owner?: string;
  children?: ReactNode;
};

/** A subscription: its plan, its status, and until when it runs. */
export function SubscriptionCard({ planName, status, expiresAt, serverNow, owner, children }: SubscriptionCardProps) {
  return (
    <section aria-label={owner ? `Subscription of ${owner}` : 'Subscription'} className="subscription-card night-box">
      <dl className="account-facts">
        <div>
          <dt>Plan</dt>
          <dd className="headline text-2xl">{planName}</dd>
        </div>
        <div>
          <dt>Status</dt>
          <dd>{status}</dd>
        </div>
        <div>
          <dt>Expires</dt>
          <dd>
            <time dateTime={expiresAt}>
              {longDate(expiresAt)}, {clockTime(expiresAt)}
            </time>{' '}
            ({zonePlace()})
          </dd>
        </div>
      </dl>
      <Countdown expiresAt={expiresAt} serverNow={serverNow} />
      {children}
    </section>
  );
}
