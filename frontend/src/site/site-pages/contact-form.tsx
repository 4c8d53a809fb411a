import { type FormEvent, useId, useRef, useState } from 'react';
import { ApiProblem } from '../../api/problem';
import { sendMessage } from '../../api/queries/contact';
import { randomId } from '../../api/random-id';
import { buttonLook } from '../../ui/button-look';
import { controlLook } from '../../ui/control-look';
import { FormError } from '../forms/form-error';
import { TextField } from '../forms/text-field';
import { useOwnEmail } from '../hooks/use-own-email';
import { RobotTrap } from '../robot-trap';

type State = { step: 'open' | 'sending' | 'sent'; message?: string; fields?: Record<string, string> };

const LONGEST_MESSAGE = 5000;

type ContactFormProps = {
  /** Without script the server answers with the form again: what was typed, and what was wrong with it. */
  typed?: Record<string, string>;
  problem?: Pick<State, 'message' | 'fields'>;
};

/** Mails the publication. What was typed stays in the form until the server has taken it. */
export function ContactForm({ typed = {}, problem }: ContactFormProps) {
  const [{ step, message, fields = {} }, setState] = useState<State>({ step: 'open', ...problem });
  const key = useRef('');
  const own = useOwnEmail();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (step === 'sending') return;
    const form = event.currentTarget;
    const text = (name: string) => String(new FormData(form).get(name) ?? '');
    setState({ step: 'sending' });
    key.current ||= randomId();
    const sent = { name: text('name'), email: text('email'), message: text('message'), website: text('website') };
    try {
      const answer = await sendMessage(sent, key.current);
      key.current = '';
      form.reset();
      setState({ step: 'sent', message: answer.message });
    } catch (cause) {
      const told = cause instanceof ApiProblem && cause.isAnswer;
      // Another text under the same key would be refused.
      if (told) key.current = '';
      setState({
        step: 'open',
        message: told ? cause.error : 'Your message was not sent. It is still here: please try again.',
        fields: told ? cause.fields : {},
      });
      const [first] = told ? Object.keys(cause.fields) : [];
      if (first) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    }
  };

  return (
    // Without script, or before it is here, the browser posts the form and the server answers with a page.
    <form method="post" action="/contact" onSubmit={submit} noValidate className="contact-form">
      <FormError>{step === 'open' ? message : undefined}</FormError>
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        maxLength={120}
        defaultValue={typed.name}
        error={fields.name}
        required
      />
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={254}
        hint="The answer goes there."
        defaultValue={typed.email ?? own}
        error={fields.email}
        required
      />
      <MessageField typed={typed.message} error={fields.message} />
      <RobotTrap />
      <div className="flex flex-wrap items-center gap-4">
        <button type="submit" disabled={step === 'sending'} className={buttonLook({ look: 'ember' })}>
          {step === 'sending' ? 'Sending…' : 'Send message'}
        </button>
        <p role="status" className="text-sm font-semibold">
          {step === 'sent' ? message : ''}
        </p>
      </div>
    </form>
  );
}

function MessageField({ typed, error }: { typed?: string; error?: string }) {
  const id = useId();
  const described = error ? `${id}-error` : undefined;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        Message
      </label>
      <textarea
        id={id}
        name="message"
        rows={6}
        maxLength={LONGEST_MESSAGE}
        defaultValue={typed}
        required
        aria-invalid={error ? true : undefined}
        aria-describedby={described}
        className={controlLook}
      />
      {described && (
        <p id={described} className="text-xs font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
