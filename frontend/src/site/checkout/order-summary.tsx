import type { PaymentProvider, Plan } from '../../api/types';
import { moneyText } from '../format/money';
import { priceAt } from './payment-methods';

type OrderSummaryProps = { plan: Plan; email?: string; method?: PaymentProvider };

/** What is about to be bought, beside the later steps. */
export function OrderSummary({ plan, email, method }: OrderSummaryProps) {
  const price = priceAt(plan, method);
  return (
    <aside aria-labelledby="order" className="order-summary">
      <h2 id="order" className="text-sm font-semibold">
        Your order
      </h2>
      <dl>
        <div>
          <dt>
            <span className="headline text-xl">{plan.name}</span>{' '}
            <span className="meta block">{plan.months} months</span>
          </dt>
          <dd>
            <a href="/subscribe?step=1">
              Change<span className="sr-only"> the plan</span>
            </a>
          </dd>
        </div>
        {email && (
          <div>
            <dt className="wrap-anywhere">{email}</dt>
            <dd>
              <a href="/subscribe?step=2">
                Change<span className="sr-only"> the details</span>
              </a>
            </dd>
          </div>
        )}
        <div className="order-total">
          <dt>To pay, once</dt>
          <dd className="price">{moneyText(price.amount, price.currency)}</dd>
        </div>
      </dl>
      {plan.print && <p className="meta">We ask where the printed issues go after the payment.</p>}
    </aside>
  );
}
