import type { ReactNode } from 'react';
import type { PaymentMethod, Plan, Purchase, Wallet } from '../../api/types';
import { buttonLook } from '../../ui/button-look';
import { SunMark } from '../../ui/sun-mark';
import { longDate } from '../format/dates';
import type { Order } from '../purchase/order-storage';
import type { PaymentError } from './payment-errors';
import { useCheckout } from './use-checkout';
import { WalletButtons } from './wallet-buttons';

type CheckoutStepProps = { order: Order; plan: Plan; wallet: Wallet; method: PaymentMethod; contact: string };

/** Step 3: the wallet, and what came of it. */
export function CheckoutStep({ order, plan, wallet, method, contact }: CheckoutStepProps) {
  const checkout = useCheckout(order, method);
  const { phase } = checkout;
  return (
    <section aria-label="Payment" className="grid content-start gap-5">
      {method.note && phase.kind !== 'paid' && (
        <p className="subscribe-note">
          <strong>{method.name}.</strong> {method.note}
        </p>
      )}
      {phase.kind === 'paying' && (
        <>
          {phase.cancelled && (
            <p role="status" className="subscribe-note">
              You closed the wallet before paying. Nothing was charged, and your order is still here.
            </p>
          )}
          <p className="text-ink-2">
            {method.flow === 'push'
              ? 'You get a request on your phone, and enter your PIN there. This page goes on by itself.'
              : `${method.name} asks you to approve the payment, then brings you back here.`}{' '}
            {plan.months} months of {plan.name} begin at once, or where the months you have already end.
          </p>
          <WalletButtons
            wallet={wallet}
            method={method}
            currency={plan.currency}
            onCreate={checkout.openOrder}
            onApprove={checkout.approved}
            onCancel={checkout.cancelled}
            onError={checkout.failed}
          />
          <p>
            <a href="/subscribe?step=2" className={buttonLook({ look: 'quiet', className: '-ms-5' })}>
              Back to your details
            </a>
          </p>
        </>
      )}
      {phase.kind === 'confirming' && (
        <Outcome rising>
          <div role="status" className="grid gap-2">
            <h2 className="headline text-2xl">
              {phase.onPhone ? 'Waiting for your phone…' : 'Confirming your payment…'}
            </h2>
            <p className="text-ink-2">
              {phase.slow
                ? 'The answer takes longer than usual; we are asking again. Please stay on this page. You are charged once at most.'
                : (phase.onPhone ?? 'A moment, please.')}
            </p>
            {phase.onPhone && (
              <p className="text-sm text-ink-2">
                It can take two minutes. You may close this page: once it is paid, the receipt comes by mail.
              </p>
            )}
          </div>
        </Outcome>
      )}
      {phase.kind === 'paid' && (
        <Outcome>
          <div role="status" className="grid gap-2">
            <h2 className="headline text-2xl">{method.words.paid}</h2>
            <p className="text-ink-2">
              Thank you. {phase.purchase.plan_name} runs until {longDate(phase.purchase.expires_at)}, and the receipt is
              on its way to <span className="wrap-anywhere">{phase.purchase.email}</span>.
            </p>
            <p className="text-ink-2">{nextStep(phase.purchase)} Your subscription opens in three seconds.</p>
          </div>
          <a href="/subscription-status" className={buttonLook({ look: 'ember' })}>
            Go to your subscription
          </a>
        </Outcome>
      )}
      {phase.kind === 'failed' && (
        <Failure
          title={phase.error.title ?? method.words.failed}
          error={phase.error}
          contact={contact}
          onAgain={checkout.again}
          onAsk={checkout.ask}
        />
      )}
    </section>
  );
}

/** What its buyer does next; the page of the subscription has the forms for it. */
function nextStep({ needs_verification, print }: Purchase): string {
  if (needs_verification) return 'Next, an account of this address is confirmed: then everything opens.';
  return print ? 'Everything is open to you. Next, say where the printed issues go.' : 'Everything is open to you.';
}

function Outcome({ rising = false, children }: { rising?: boolean; children: ReactNode }) {
  return (
    <div className={rising ? 'checkout-outcome checkout-rising' : 'checkout-outcome'}>
      <SunMark className="w-16" />
      {children}
    </div>
  );
}

type FailureProps = { title: string; error: PaymentError; contact: string; onAgain: () => void; onAsk: () => void };

function Failure({ title, error: { text, remedy }, contact, onAgain, onAsk }: FailureProps) {
  return (
    <div className="checkout-failure">
      <div role="alert" className="grid gap-2">
        <h2 className="headline text-2xl">{title}</h2>
        <p>{text}</p>
      </div>
      <p className="flex flex-wrap items-center gap-3">
        {(remedy === 'again' || remedy === 'anew') && (
          <button type="button" className={buttonLook({ look: 'ember' })} onClick={onAgain}>
            Try again
          </button>
        )}{' '}
        {remedy === 'ask' && (
          <button type="button" className={buttonLook({ look: 'ember' })} onClick={onAsk}>
            Ask again
          </button>
        )}{' '}
        {remedy === 'details' && (
          <a href="/subscribe?step=2" className={buttonLook({ look: 'ember' })}>
            Change your details
          </a>
        )}{' '}
        {contact && (
          <a href={`mailto:${contact}`} className="more-link">
            Write to us
          </a>
        )}
      </p>
    </div>
  );
}
