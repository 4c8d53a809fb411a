import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { PaymentMethod, PaymentProvider, Plan } from '../../api/types';
import { buttonLook } from '../../ui/button-look';
import { moneyText } from '../format/money';
import { TextField } from '../forms/text-field';
import { useOwnEmail } from '../hooks/use-own-email';
import { changeOrder, type Order } from '../purchase/order-storage';
import { priceAt } from './payment-methods';

type Details = { email: string; all: boolean; method: PaymentProvider };
type DetailsStepProps = { order: Order; plan: Plan; methods: PaymentMethod[]; onDone: (details: Details) => void };

/** Step 2: whose subscription it is, and how it is paid. */
export function DetailsStep({ order, plan, methods, onDone }: DetailsStepProps) {
  const own = useOwnEmail();
  const [typed, setTyped] = useState(order.email ?? '');
  const [forOther, setForOther] = useState(order.email !== undefined && order.email !== own);
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const isOwn = own !== undefined && !forOther;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const [all, method] = [data.has('all'), data.get('payment_method') as PaymentProvider];
    const address = isOwn ? own : typed.trim();
    const wrong = isOwn ? undefined : wrongWith(address, field.current);
    setError(wrong);
    if (wrong) return field.current?.focus();
    onDone({ email: address, all, method });
  }

  return (
    <form noValidate onSubmit={submit} className="grid content-start gap-7">
      {isOwn ? (
        <OwnAddress
          email={own}
          onOther={() => {
            setTyped('');
            flushSync(() => setForOther(true));
            field.current?.focus();
          }}
        />
      ) : (
        <div className="grid gap-3">
          <TextField
            ref={field}
            label="E-mail"
            name="email"
            type="email"
            autoComplete="email"
            maxLength={254}
            required
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            hint="The subscription belongs to this address, and the receipt goes there."
            error={error}
          />
          {own === undefined && (
            <p className="text-sm text-ink-2">
              No account is needed to buy. You confirm the address afterwards, with an account of the same address.
            </p>
          )}
        </div>
      )}
      <fieldset className="grid gap-3">
        <legend className="mb-2 text-sm font-semibold">Payment method</legend>
        {methods.map(({ method, name, hint }, index) => (
          <label key={method} className="pay-way">
            <input
              type="radio"
              name="payment_method"
              value={method}
              defaultChecked={order.method ? order.method === method : index === 0}
              onChange={() => changeOrder({ method })}
            />
            <span>
              <span className="font-semibold">
                {name}
                {methods.length > 1 && `, ${priceText(plan, method)}`}
              </span>{' '}
              <span className="meta block">{hint}</span>
            </span>
          </label>
        ))}
        {methods.length === 1 && (
          <p className="meta">Card, mobile money and a second provider are planned, not offered yet.</p>
        )}
      </fieldset>
      <label className="flex items-start gap-3 text-sm">
        <input type="checkbox" name="all" defaultChecked={order.all} className="mt-0.5 size-5 shrink-0 accent-ember" />
        <span>Send me all newsletters too. Each one can be stopped with one press.</span>
      </label>
      <p className="flex flex-wrap gap-3">
        <button type="submit" className={buttonLook({ look: 'ember' })}>
          Continue to payment
        </button>{' '}
        <a href="/subscribe?step=1" className={buttonLook({ look: 'quiet' })}>
          Back to the plans
        </a>
      </p>
    </form>
  );
}

/** Whoever is signed in is not asked for the address, and may buy for another one. */
function OwnAddress({ email, onOther }: { email: string; onOther: () => void }) {
  return (
    <div className="grid justify-items-start gap-1">
      <p className="text-sm font-semibold">E-mail</p>
      <p className="wrap-anywhere">{email}</p>
      <p className="text-sm text-ink-2">
        The subscription belongs to your account, and the receipt goes to its address.{' '}
        <button type="button" className="cursor-pointer underline" onClick={onOther}>
          Use another address
        </button>
      </p>
    </div>
  );
}

function priceText(plan: Plan, method: PaymentProvider): string {
  const price = priceAt(plan, method);
  return moneyText(price.amount, price.currency);
}

function wrongWith(email: string, field: HTMLInputElement | null): string | undefined {
  if (email === '') return 'Please enter your email';
  return field?.validity.valid === false ? 'Enter a whole e-mail address, such as name@example.com' : undefined;
}
