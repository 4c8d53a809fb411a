import type { PaymentMethod, PaymentProvider, Plan, Plans } from '../../api/types';

/** The ways in which a plan is paid here. */
export const methodsOf = (plans: Plans, plan: Plan): PaymentMethod[] =>
  plans.methods.filter(({ method }) => plan.methods.some((sold) => sold.method === method));

/** What a plan costs by a method, in minor units. */
export function priceAt(plan: Plan, method: PaymentProvider | undefined): { amount: number; currency: string } {
  const sold = plan.methods.find((one) => one.method === method);
  return sold ?? { amount: plan.price_minor, currency: plan.currency };
}
