import { type FormEvent, useId, useRef, useState } from 'react';
import { ApiProblem } from '../../api/problem';
import { subscribeToNewsletter } from '../../api/queries/newsletter-sign-up';
import { randomId } from '../../api/random-id';
import { buttonLook } from '../../ui/button-look';
import { useOwnEmail } from '../hooks/use-own-email';
import { RobotTrap } from '../robot-trap';
import { saveSubscribed } from './newsletter-storage';

type State = { step: 'open' | 'sending' | 'done'; message?: string };

type NewsletterFormProps = {
  /** Called after a success. */
  onDone?: () => void;
  /** Without script the server answers with the form again: what was typed, and what was wrong with it. */
  typed?: string;
  problem?: string;
};

/** The newsletter's sign-up. Once it is done, field and button rest and the server's message stays. */
export function NewsletterForm({ onDone, typed, problem }: NewsletterFormProps) {
  const id = useId();
  const [{ step, message }, setState] = useState<State>({ step: 'open', message: problem });
  const key = useRef('');
  const own = useOwnEmail();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (step !== 'open') return;
    const form = new FormData(event.currentTarget);
    setState({ step: 'sending' });
    try {
      key.current ||= randomId();
      const wish = { email: String(form.get('email') ?? '').trim(), website: String(form.get('website') ?? '') };
      const answer = await subscribeToNewsletter(wish, key.current);
      saveSubscribed();
      void import('../analytics/beacon').then((beacon) => beacon.track('newsletter_signup')).catch(() => {});
      setState({ step: 'done', message: answer.message || "You're now subscribed!" });
      onDone?.();
    } catch (cause) {
      const told = cause instanceof ApiProblem && cause.isAnswer;
      setState({ step: 'open', message: told ? cause.error : 'Subscription failed.' });
    }
  };

  const failed = step === 'open' && message !== undefined;
  return (
    // Without script, or before it is here, the browser posts the form and the server answers with a page.
    <form method="post" action="/newsletter/subscribe" onSubmit={submit} className="newsletter-form">
      <label htmlFor={id} className="text-sm font-semibold">
        E-mail address
      </label>
      <div className="newsletter-line">
        <input
          id={id}
          name="email"
          type="email"
          required
          autoComplete="email"
          maxLength={254}
          placeholder="you@example.com"
          defaultValue={typed ?? own}
          disabled={step === 'done'}
          aria-invalid={failed || undefined}
          aria-describedby={message ? `${id}-message` : undefined}
          className="newsletter-field"
        />
        <button type="submit" disabled={step !== 'open'} className={buttonLook({ look: 'ember' })}>
          {step === 'done' ? 'Subscribed' : step === 'sending' ? 'Subscribing…' : 'Subscribe'}
        </button>
      </div>
      <RobotTrap />
      <p
        id={`${id}-message`}
        role={failed ? 'alert' : 'status'}
        className={`newsletter-message text-sm ${failed ? 'text-danger font-semibold' : ''}`}
      >
        {message}
      </p>
    </form>
  );
}
