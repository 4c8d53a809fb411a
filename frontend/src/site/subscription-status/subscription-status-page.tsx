import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiProblem } from '../../api/problem';
import { ownSubscription } from '../../api/queries/subscriptions';
import { activeKind, signedInClaims } from '../../api/tokens';
import type { OwnSubscription, Purchase } from '../../api/types';
import { buttonLook } from '../../ui/button-look';
import { longDate } from '../format/dates';
import { NoScriptNotice } from '../forms/no-script-notice';
import { PageHead } from '../head/page-head';
import { saveOwnPlan } from '../hooks/own-plan';
import { useSignedIn } from '../hooks/use-signed-in';
import { showToast } from '../messages/show-toast';
import { PrintAddressForm } from '../print-address/print-address-form';
import { readPurchase } from '../purchase/purchase-storage';
import { SubscriptionCard } from './subscription-card';

/** `/subscription-status`: the same HTML for everybody; the browser fetches the reader's own subscription. */
export function SubscriptionStatusPage() {
  const signedIn = useSignedIn();
  const navigate = useNavigate();
  const [purchase, setPurchase] = useState<Purchase | null>(null);
  const { data, error, refetch } = useQuery({ ...ownSubscription(), enabled: signedIn });
  const refused = error instanceof ApiProblem && error.status === 401;

  useEffect(() => {
    if (data) saveOwnPlan(data);
  }, [data]);

  useEffect(() => {
    const bought = readPurchase();
    setPurchase(bought);
    // Read from storage: `useSignedIn` is false at first paint.
    if (bought || (activeKind() && !refused)) return;
    showToast('error', 'Please login to check your subscription.').catch(() => {});
    void navigate('/auth/login', { replace: true });
  }, [refused, navigate]);

  return (
    <div className="wrap pb-16">
      <PageHead title="Your subscription" />
      <header className="still-head">
        <h1 className="headline text-4xl">Your subscription</h1>
      </header>
      <NoScriptNotice what="Your subscription" />
      <div className="grid max-w-3xl gap-8">
        {data ? (
          <SubscriptionDetails subscription={data} purchase={purchase} onChanged={() => void refetch()} />
        ) : purchase && (!signedIn || refused) ? (
          <PurchaseCard purchase={purchase} by="guest" />
        ) : error && !refused ? (
          <div className="grid justify-items-start gap-4">
            <p role="alert" className="dek">
              Your subscription could not be loaded. Check your connection, then try again.
            </p>
            <button type="button" className={buttonLook()} onClick={() => refetch()}>
              Try again
            </button>
          </div>
        ) : (
          <p role="status" className="dek needs-script min-h-56">
            Loading…
          </p>
        )}
      </div>
    </div>
  );
}

const statusWords: Record<string, string> = {
  active: 'Active',
  expired: 'Expired',
  refunded: 'Refunded',
  none: 'None',
};

type SubscriptionDetailsProps = { subscription: OwnSubscription; purchase: Purchase | null; onChanged: () => void };

function SubscriptionDetails({ subscription, purchase, onChanged }: SubscriptionDetailsProps) {
  const { subscribed, plan_name, status, expires_at, server_now, print, print_address, email_verified } = subscription;
  const bought = purchase && buyerOf(purchase, subscription);
  return (
    <>
      {!email_verified && (
        <p role="status" className="subscribe-note">
          Your address is not confirmed. What others bought for it shows here once you confirm it with the link we
          mailed you, or with another one from <a href="/manage-account">your account’s page</a>.
        </p>
      )}
      {purchase && bought && <PurchaseCard purchase={purchase} by={bought} />}
      {purchase && !purchase.needs_verification && subscribed && <Thanks purchase={purchase} />}
      {subscribed && expires_at ? (
        <>
          <SubscriptionCard
            planName={plan_name ?? ''}
            status={statusWords[status] ?? status}
            expiresAt={expires_at}
            serverNow={server_now}
          />
          {print && (
            <section aria-labelledby="print-address" className="grid gap-4">
              <h2 id="print-address" className="headline text-2xl">
                {print_address ? 'Where the printed issues go' : 'Where shall the printed issues go?'}
              </h2>
              <PrintAddressForm address={print_address} onSaved={onChanged} />
            </section>
          )}
          <p className="flex flex-wrap gap-3">
            <a href="/subscribe" className={buttonLook({ look: 'outline' })}>
              Add more months
            </a>{' '}
            <a href="/manage-account" className={buttonLook({ look: 'quiet' })}>
              Receipts and account
            </a>
          </p>
        </>
      ) : bought ? null : (
        <section className="grid justify-items-start gap-4">
          <h2 className="headline text-2xl">You are not subscribed.</h2>
          <p className="dek">
            {status === 'expired' && expires_at
              ? `Your subscription ended on ${longDate(expires_at)}.`
              : status === 'refunded'
                ? 'The payment was refunded, and the subscription ended with it.'
                : 'This account has no subscription. One payment opens everything for months.'}
          </p>
          <a href="/subscribe" className={buttonLook({ look: 'ember' })}>
            Subscribe
          </a>
        </section>
      )}
    </>
  );
}

/** Just bought, and open at once: thanks, and what comes next. */
function Thanks({ purchase: { email, print } }: { purchase: Purchase }) {
  return (
    <section aria-labelledby="thanks" className="grid gap-3">
      <h2 id="thanks" className="headline text-2xl">
        Thank you for subscribing
      </h2>
      <ul className="grid list-disc gap-1.5 ps-5">
        <li>Everything we publish is open to you now, wherever you are signed in.</li>
        {print && <li>Printed issues need a postal address: the form for it is below.</li>}
        <li>
          The receipt is on its way to <span className="wrap-anywhere">{email}</span>.
        </li>
        <li>Nothing renews by itself. Months you add begin where these end.</li>
      </ul>
      <p>
        <a href="/" className={buttonLook({ look: 'ember' })}>
          Start reading
        </a>
      </p>
    </section>
  );
}

/** Who has bought: a guest, the account that is signed in as a guest before that, or it for another address. */
type Buyer = 'guest' | 'owner' | 'giver';

/**
 * Whether what was bought in this tab belongs on the page of somebody who is signed in; what is theirs is there
 * already.
 */
function buyerOf(purchase: Purchase, { email_verified }: OwnSubscription): Buyer | null {
  if (!purchase.needs_verification) return null;
  if (purchase.email.toLowerCase() !== signedInClaims()?.email?.toLowerCase()) return 'giver';
  return email_verified ? null : 'owner';
}

/**
 * Just bought, and nobody's to read with before the address is confirmed: what capture answered, and what is left to
 * do.
 */
function PurchaseCard({ purchase, by }: { purchase: Purchase; by: Buyer }) {
  const [saved, setSaved] = useState(false);
  const title = useId();
  return (
    <>
      <SubscriptionCard
        planName={purchase.plan_name}
        status={statusWords[purchase.status] ?? purchase.status}
        expiresAt={purchase.expires_at}
        serverNow={purchase.server_now}
        owner={by === 'giver' ? purchase.email : undefined}
      />
      {by !== 'owner' && (
        <section className="grid justify-items-start gap-3">
          <h2 className="headline text-2xl">Thank you. One step is left</h2>
          <p className="dek">
            The subscription belongs to <strong className="wrap-anywhere">{purchase.email}</strong>. To read with it,{' '}
            {by === 'guest'
              ? 'create an account with this address and confirm it by the link we mail you.'
              : 'its reader creates an account with this address and confirms it by the link we mail.'}{' '}
            The receipt is on its way there too.
          </p>
          {by === 'guest' && (
            <p className="flex flex-wrap gap-3">
              <a href="/auth/register" className={buttonLook({ look: 'ember' })}>
                Create an account
              </a>{' '}
              <a href="/auth/login" className={buttonLook({ look: 'outline' })}>
                I have one: sign in
              </a>
            </p>
          )}
        </section>
      )}
      {purchase.print && purchase.address_code && (
        <section aria-labelledby={title} className="grid gap-4">
          <h2 id={title} className="headline text-2xl">
            Where shall the printed issues go?
          </h2>
          {saved ? (
            <p role="status" className="text-ink-2">
              Thank you, the address is saved.
            </p>
          ) : (
            <PrintAddressForm address={null} code={purchase.address_code} onSaved={() => setSaved(true)} />
          )}
        </section>
      )}
    </>
  );
}
