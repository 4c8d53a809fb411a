import { type FormEvent, useId, useRef, useState } from 'react';
import { ApiProblem } from '../../api/problem';
import { subscribeToNewsletter } from '../../api/queries/newsletter-sign-up';
import { randomId } from '../../api/random-id';
import { buttonLook } from '../../ui/button-look';
import { useSite } from '../hooks/use-site';
import { saveSubscribed } from './newsletter-storage';

type State = { step: 'open' | 'sending' | 'done'; message?: string };

/**
 * The newsletter's sign-up. Once it is done, field and button rest and the server's message stays.
 *
 * `onDone` is called after a success.
 */
export function NewsletterForm({ onDone }: { onDone?: () => void }) {
  const id = useId();
  const { contact_email: contact } = useSite();
  const [{ step, message }, setState] = useState<State>({ step: 'open' });
  const key = useRef('');

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
    } catch (problem) {
      const told = problem instanceof ApiProblem && problem.isAnswer;
      setState({ step: 'open', message: told ? problem.error : 'Subscription failed.' });
    }
  };

  const failed = step === 'open' && message !== undefined;
  return (
    <>
      {/* Before the script is here, method="dialog" keeps a press on Enter from sending the address anywhere. */}
      <form method="dialog" onSubmit={submit} className="newsletter-form needs-script">
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
            disabled={step === 'done'}
            aria-invalid={failed || undefined}
            aria-describedby={message ? `${id}-message` : undefined}
            className="newsletter-field"
          />
          <button type="submit" disabled={step !== 'open'} className={buttonLook({ look: 'ember' })}>
            {step === 'done' ? 'Subscribed' : step === 'sending' ? 'Subscribing…' : 'Subscribe'}
          </button>
        </div>
        {/* For programs that fill in every field they find. People and screen readers never meet it. */}
        <div aria-hidden="true" className="newsletter-trap">
          <label htmlFor={`${id}-website`}>Website</label>
          <input id={`${id}-website`} name="website" type="text" tabIndex={-1} autoComplete="off" />
        </div>
        <p
          id={`${id}-message`}
          role={failed ? 'alert' : 'status'}
          className={`newsletter-message text-sm ${failed ? 'text-danger font-semibold' : ''}`}
        >
          {message}
        </p>
      </form>
      <p className="text-sm without-script">
        Signing up needs JavaScript.
        {contact && (
          <>
            {' '}
            Or write to{' '}
            <a href={`mailto:${contact}?subject=Newsletter`} className="underline">
              {contact}
            </a>{' '}
            and ask for it.
          </>
        )}
      </p>
    </>
  );
}
