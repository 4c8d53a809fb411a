import { useState } from 'react';
import { askPasswordReset } from '../../api/queries/account';
import { buttonLook } from '../../ui/button-look';
import { showToast } from '../layout/show-toast';
import { AccountPart } from './account-part';
import { FormError } from './form-error';
import { TextField } from './text-field';
import { text, useSending } from './use-sending';

/** Mails the link that sets a new password: hidden, then a form, then what was done. */
export function ChangePassword({ email, hasPassword }: { email: string; hasPassword: boolean }) {
  const [step, setStep] = useState<'hidden' | 'form' | 'sent'>('hidden');
  const { busy, error, fields, onSubmit, reset } = useSending(async (form) => {
    try {
      await askPasswordReset(text(form, 'email'));
    } catch (cause) {
      showToast('error', 'Failed to send reset email.').catch(() => {});
      throw cause;
    }
    setStep('sent');
    showToast('success', 'Reset email sent.').catch(() => {});
  }, 'Failed to send reset email.');
  const action = hasPassword ? 'Change password' : 'Set a password';
  return (
    <AccountPart id="password" title="Password">
      {step === 'hidden' && (
        <>
          <p className="text-ink-2">We mail you a link, good for 30 minutes, with which you choose a new one.</p>
          <p>
            <button type="button" className={buttonLook({ look: 'outline' })} onClick={() => setStep('form')}>
              {action}
            </button>
          </p>
        </>
      )}
      {step === 'form' && (
        <form method="dialog" onSubmit={onSubmit} aria-label={action} className="grid max-w-md gap-3">
          <FormError>{fields.email ? undefined : error}</FormError>
          <TextField
            label="E-mail"
            name="email"
            type="email"
            required
            maxLength={254}
            autoComplete="username"
            defaultValue={email}
            error={fields.email}
          />
          <p className="flex flex-wrap gap-2">
            <button type="submit" disabled={busy} className={buttonLook()}>
              {busy ? 'Sending...' : 'Send Reset Link'}
            </button>
            <button
              type="button"
              className={buttonLook({ look: 'quiet' })}
              onClick={() => {
                reset();
                setStep('hidden');
              }}
            >
              Cancel
            </button>
          </p>
        </form>
      )}
      {step === 'sent' && (
        <p role="status" className="rounded-md bg-success-wash px-4 py-3 font-medium text-success">
          We've just sent you an email to reset your password.
        </p>
      )}
    </AccountPart>
  );
}
