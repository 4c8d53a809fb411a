import { type FormEvent, useRef, useState } from 'react';
import { ApiProblem } from '../../api/problem';
import { buttonLook } from '../../ui/button-look';
import { TextField } from '../forms/text-field';
import type { WalletButtonsProps } from './wallet-buttons-props';

/** Asks for what a payment that is pushed needs, and has the phone asked. The number is kept nowhere. */
export default function PhoneForm({ method, onCreate, onApprove, onError }: WalletButtonsProps) {
  const [error, setError] = useState<string>();
  const [isSending, setSending] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const phone = method.fields.find(({ name }) => name === 'phone');

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const typed = new FormData(event.currentTarget).get('phone');
    setError(undefined);
    setSending(true);
    try {
      const id = await onCreate({ phone: String(typed ?? '').trim() });
      await onApprove(id);
    } catch (cause) {
      const wrong = cause instanceof ApiProblem ? cause.fields.phone : undefined;
      setSending(false);
      if (!wrong) return onError(cause);
      setError(wrong);
      field.current?.focus();
    }
  }

  return (
    <form noValidate onSubmit={submit} className="grid justify-items-start gap-4">
      {phone && (
        <TextField
          ref={field}
          label={phone.label}
          hint={phone.hint}
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={30}
          required
          error={error}
        />
      )}
      <button type="submit" className={buttonLook({ look: 'ember' })} aria-disabled={isSending || undefined}>
        {isSending ? 'Sending the request…' : 'Send the request to my phone'}
      </button>
    </form>
  );
}
