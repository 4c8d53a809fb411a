import type { Plan } from '../../api/types';
import { buttonLook } from '../../ui/button-look';
import { SunMark } from '../../ui/sun-mark';
import { moneyText } from '../format/money';

type PlanCardsProps = {
  plans: Plan[];
  /** Code of the plan that was chosen before. */
  chosen?: string;
  /** Left out where nothing can be bought. */
  onChoose?: (code: string) => void;
};

/** Step 1: what is offered, side by side. */
export function PlanCards({ plans, chosen, onChoose }: PlanCardsProps) {
  return (
    <>
      <ul className="plans">
        {plans.map((plan) => (
          <li key={plan.code} className={plan.print ? 'plan plan-night' : 'plan'}>
            <div className="flex items-center justify-between gap-3">
              <h2 className="headline text-2xl">{plan.name}</h2>
              <SunMark className="w-10" />
            </div>
            <p className="plan-price">
              <strong>{moneyText(plan.price_minor, plan.currency)}</strong> for {plan.months} months
            </p>
            <ul className="plan-includes">
              {plan.includes.map((part) => (
                <li key={part}>{part}</li>
              ))}
            </ul>
            {onChoose && (
              <button
                type="button"
                className={`${buttonLook({ look: 'ember' })} needs-script`}
                onClick={() => onChoose(plan.code)}
              >
                Choose {plan.name}
              </button>
            )}
            {plan.code === chosen && <p className="text-sm">You chose this plan. You can still change it.</p>}
          </li>
        ))}
      </ul>
      <dl className="plan-facts">
        <div>
          <dt>Paid once</dt>
          <dd>No contract, and nothing is charged again. We write to you before the time is over.</dd>
        </div>
        <div>
          <dt>Added, never lost</dt>
          <dd>Bought while a subscription is running, the new months begin where the old ones end.</dd>
        </div>
        <div>
          <dt>Paid in the wallet</dt>
          <dd>
            We neither ask for a card number nor see one. <a href="/faqs#paying">How paying works</a>
          </dd>
        </div>
      </dl>
    </>
  );
}
