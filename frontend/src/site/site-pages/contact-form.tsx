import { type FormEvent, useId, useRef, useState } from 'react';
import { ApiProblem } from '../../api/problem';
import { sendMessage } from '../../api/queries/contact';
import { randomId } from '../../api/random-id';
import { buttonLook } from '../../ui/button-look';
import { controlLook } from '../../ui/control-look';
import { FormError } from '../forms/form-error';
import { TextField } from '../forms/text-field';

type State = { step: 'open' | 'sending' | 'sent'; message?: string; fields?: Record<string, string> };

const LONGEST_MESSAGE = 5000;

/** Mails the publication. What was typed stays in the form until the server has taken it. */
export function ContactForm() {
  const id = useId();
  const [{ step, message, fields = {} }, setState] = useState<State>({ step: 'open' });
  const key = useRef('');

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (step === 'sending') return;
    const form = event.currentTarget;
    const text = (name: string) => String(new FormData(form).get(name) ?? '');
    setState({ step: 'sending' });
    key.current ||= randomId();
    const typed = { name: text('name'), email: text('email'), message: text('message'), website: text('website') };
    try {
      const answer = await sendMessage(typed, key.current);
      key.current = '';
      form.reset();
      setState({ step: 'sent', message: answer.message });
    } catch (problem) {
      const told = problem instanceof ApiProblem && problem.isAnswer;
      // Another text under the same key would be refused.
      if (told) key.current = '';
      setState({
        step: 'open',
        message: told ? problem.error : 'Your message was not sent. It is still here: please try again.',
        fields: told ? problem.fields : {},
      });
      const [first] = told ? Object.keys(problem.fields) : [];
      if (first) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    }
  };

  const described = fields.message ? `${id}-message-error` : undefined;
  return (
    <>
      <form onSubmit={submit} noValidate className="contact-form needs-script">
        <FormError>{step === 'open' ? message : undefined}</FormError>
        <TextField label="Name" name="name" autoComplete="name" maxLength={120} error={fields.name} required />
        <TextField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          hint="The answer goes there."
          error={fields.email}
          required
        />
        <div className="grid gap-1.5">
          <label htmlFor={`${id}-message`} className="text-sm font-semibold">
            Message
          </label>
          <textarea
            id={`${id}-message`}
            name="message"
            rows={6}
            maxLength={LONGEST_MESSAGE}
            required
            aria-invalid={fields.message ? true : undefined}
            aria-describedby={described}
            className={controlLook}
          />
          {described && (
            <p id={described} className="text-xs font-medium text-danger">
              {fields.message}
            </p>
          )}
        </div>
        {/* For programs that fill in every field they find. People and screen readers never meet it. */}
        <div aria-hidden="true" className="newsletter-trap">
          <label htmlFor={`${id}-website`}>Website</label>
          <input id={`${id}-website`} name="website" type="text" tabIndex={-1} autoComplete="off" />
        </div>
        <div className="flex flex-wrap items-center gap-4">
          <button type="submit" disabled={step === 'sending'} className={buttonLook({ look: 'ember' })}>
            {step === 'sending' ? 'Sending…' : 'Send message'}
          </button>
          <p role="status" className="text-sm font-semibold">
            {step === 'sent' ? message : ''}
          </p>
        </div>
      </form>
      <p className="without-script text-ink-2">The form needs JavaScript. Please write an e-mail instead.</p>
    </>
  );
}
