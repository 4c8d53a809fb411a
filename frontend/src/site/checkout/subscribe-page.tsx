import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { subscriptionPlans } from '../../api/queries/subscription-plans';
import type { Plan, Plans } from '../../api/types';
import { buttonLook } from '../../ui/button-look';
import { NoScriptNotice } from '../forms/no-script-notice';
import { PageHead } from '../head/page-head';
import { useAddressQuery } from '../hooks/use-address-query';
import { useSite } from '../hooks/use-site';
import { changeOrder, type Order, useOrder } from '../purchase/order-storage';
import { CheckoutStep } from './checkout-step';
import { DetailsStep } from './details-step';
import { OrderSummary } from './order-summary';
import { methodsOf } from './payment-methods';
import { PlanCards } from './plan-cards';
import { trackCheckout } from './track-checkout';

const steps = ['Your plan', 'Your details', 'Payment'];

/** `/subscribe`: a plan, the details, the wallet. The step stands in the address, what was chosen in this tab. */
export function SubscribePage() {
  const { data, isError, refetch } = useQuery(subscriptionPlans());
  return (
    <div className="wrap pb-16">
      {data ? (
        <Wizard plans={data} />
      ) : (
        <div className="grid justify-items-start gap-4 py-16">
          <PageHead title="Subscribe" />
          <h1 className="headline text-4xl">Subscribe</h1>
          {isError && (
            <>
              <p role="alert" className="dek">
                The plans could not be loaded. Check your connection, then try again.
              </p>
              <button type="button" className={buttonLook()} onClick={() => refetch()}>
                Try again
              </button>
            </>
          )}
        </div>
      )}
    </div>
  );
}

function Wizard({ plans }: { plans: Plans }) {
  const site = useSite();
  useLocation(); // each move is drawn
  const navigate = useNavigate();
  const search = useAddressQuery();
  const order = useOrder();
  const plan = plans.data.find(({ code }) => code === order.plan);
  const methods = plan ? methodsOf(plans, plan) : [];
  const method = methods.find((one) => one.method === order.method) ?? methods[0];
  const isSold = plans.methods.length > 0;
  const step = stepOf(search, order, plan, method !== undefined);

  const go = (to: number) => void navigate(`/subscribe?step=${to}`);

  return (
    <>
      <PageHead
        title={step === 1 ? 'Subscribe' : `Subscribe: ${steps[step - 1]?.toLowerCase()}`}
        description={`Subscribe to ${site.brand}: one payment for several months, digital or in print as well. Nothing renews by itself.`}
        canonicalPath="/subscribe"
      />
      <header className="subscribe-head">
        <ol aria-label="Steps" className="subscribe-steps">
          {steps.map((name, index) => (
            <li key={name} aria-current={step === index + 1 ? 'step' : undefined}>
              {index + 1 < step ? <a href={`/subscribe?step=${index + 1}`}>{name}</a> : name}
            </li>
          ))}
        </ol>
        <h1 className="headline text-4xl">
          {step === 1 ? `Subscribe to ${site.brand}` : step === 2 ? 'Who is it for?' : 'Pay once'}
        </h1>
        {step === 1 && <p className="dek">Everything we publish, opened by one payment. Nothing renews by itself.</p>}
      </header>
      {step === 1 || !plan || !method ? (
        <>
          {!isSold && <NotSetUp email={site.contact_email} />}
          <NoScriptNotice what="Subscribing" />
          <PlanCards
            plans={plans.data}
            chosen={order.plan}
            onChoose={
              isSold
                ? (chosen) => {
                    changeOrder({ plan: chosen });
                    trackCheckout('plan_chosen', chosen);
                    go(2);
                  }
                : undefined
            }
          />
        </>
      ) : (
        <div className="subscribe-columns">
          {step === 2 ? (
            <DetailsStep
              order={order}
              plan={plan}
              methods={methods}
              onDone={(details) => {
                changeOrder(details);
                go(3);
              }}
            />
          ) : (
            <CheckoutStep
              key={method.method}
              order={order}
              plan={plan}
              wallet={plans.wallet}
              method={method}
              contact={site.contact_email}
            />
          )}
          <OrderSummary plan={plan} email={step === 3 ? order.email : undefined} method={method.method} />
        </div>
      )}
    </>
  );
}

/** No step can be entered before what it needs is there. */
function stepOf(search: string, { email }: Order, plan: Plan | undefined, available: boolean): 1 | 2 | 3 {
  const asked = new URLSearchParams(search).get('step');
  if (!plan || !available || (asked !== '2' && asked !== '3')) return 1;
  return asked === '3' && email ? 3 : 2;
}

function NotSetUp({ email }: { email: string }) {
  return (
    <p role="status" className="subscribe-note mb-5">
      Buying is not set up here yet, so nothing can be paid today. The plans below are what will be offered.
      {email && (
        <>
          {' '}
          Questions go to <a href={`mailto:${email}`}>{email}</a>.
        </>
      )}
    </p>
  );
}
