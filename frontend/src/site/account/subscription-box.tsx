import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { ownSubscription } from '../../api/queries/subscriptions';
import { buttonLook } from '../../ui/button-look';
import { longDate } from '../format/dates';
import { saveOwnPlan } from '../hooks/own-plan';
import { AccountSection } from './account-section';
import { Receipts } from './receipts';

// For those alone whose plan is printed.
const PrintAddressForm = lazy(() =>
  import('../print-address/print-address-form').then(({ PrintAddressForm }) => ({ default: PrintAddressForm })),
);

/** What was bought: until when it runs, where the printed issues go, and what was paid. */
export function SubscriptionBox() {
  const { data, isError, refetch } = useQuery(ownSubscription());
  useEffect(() => {
    if (data) saveOwnPlan(data);
  }, [data]);
  const active = data?.status === 'active';
  return (
    <AccountSection id="subscription" title="Subscription">
      {isError && (
        <p role="alert" className="text-sm text-danger">
          Your subscription could not be loaded.{' '}
          <button type="button" className="cursor-pointer underline" onClick={() => refetch()}>
            Try again
          </button>
        </p>
      )}
      {data && (
        <>
          <p>
            {active && data.expires_at ? (
              <>
                <span className="headline text-xl">{data.plan_name}</span>{' '}
                <span className="block text-sm text-ink-2">
                  <span className="account-good">Active</span> until {longDate(data.expires_at)}.{' '}
                  <a href="/subscription-status" className="underline">
                    Time left
                  </a>
                </span>
              </>
            ) : data.status === 'expired' && data.expires_at ? (
              `Your subscription ended on ${longDate(data.expires_at)}.`
            ) : (
              'You have no subscription.'
            )}
          </p>
          {!data.email_verified && (
            <p className="account-open">
              Your address is not confirmed. What others bought for it shows here once you confirm it by the link we
              mailed you.
            </p>
          )}
          <p>
            <a href="/subscribe" className={buttonLook({ look: active ? 'outline' : 'ember' })}>
              {active ? 'Manage Subscription' : 'Subscribe'}
            </a>
          </p>
          {active && data.print && (
            <details className="account-more" open={data.print_address === null}>
              <summary>Where the printed issues go</summary>
              <Suspense>
                <PrintAddressForm address={data.print_address} onSaved={() => void refetch()} />
              </Suspense>
            </details>
          )}
          <Receipts />
        </>
      )}
    </AccountSection>
  );
}
