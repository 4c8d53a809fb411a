import { changePassword, requestPasswordReset } from '../../api/queries/account';
import { buttonLook } from '../../ui/button-look';
import { FormError } from '../forms/form-error';
import { TextField } from '../forms/text-field';
import { password, text, useSubmit } from '../forms/use-submit';
import { showToast } from '../messages/show-toast';
import { PasswordField } from './password-field';

type FormProps = { email: string; onDone: (message: string) => void; onCancel: () => void };

export function Passwords({ email, onDone, onForgot, onCancel }: FormProps & { onForgot: () => void }) {
  const { busy, error, fields, onSubmit } = useSubmit(async (form) => {
    const passwords = { current_password: String(form.get('current_password') ?? ''), password: password(form) };
    const { message } = await changePassword(passwords);
    onDone(message);
  }, 'Failed to change the password. Please try again.');
  return (
    <form method="dialog" onSubmit={onSubmit} aria-label="Change password" className="grid max-w-md gap-4">
      <FormError>{Object.keys(fields).length > 0 ? undefined : error}</FormError>
      {/* For password managers. */}
      <input type="text" autoComplete="username" value={email} hidden readOnly />
      <PasswordField
        label="Current password"
        name="current_password"
        autoComplete="current-password"
        error={fields.current_password}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint="At least 8 characters; 12 for people of the newsroom."
        error={fields.password}
      />
      <p className="flex flex-wrap gap-2">
        <button type="submit" disabled={busy} className={buttonLook()}>
          {busy ? 'Processing...' : 'Save password'}
        </button>{' '}
        <button type="button" className={buttonLook({ look: 'quiet' })} onClick={onForgot}>
          Forgot it?
        </button>{' '}
        <button type="button" className={buttonLook({ look: 'quiet' })} onClick={onCancel}>
          Cancel
        </button>
      </p>
    </form>
  );
}

export function ResetMail({ email, onDone, onCancel }: FormProps) {
  const { busy, error, fields, onSubmit } = useSubmit(async (form) => {
    try {
      await requestPasswordReset(text(form, 'email'));
    } catch (cause) {
      showToast('error', 'Failed to send reset email.').catch(() => {});
      throw cause;
    }
    onDone("We've just sent you an email to reset your password.");
    showToast('success', 'Reset email sent.').catch(() => {});
  }, 'Failed to send reset email.');
  return (
    <form method="dialog" onSubmit={onSubmit} aria-label="Mail a link" className="grid max-w-md gap-3">
      <FormError>{fields.email ? undefined : error}</FormError>
      <TextField
        label="E-mail"
        name="email"
        type="email"
        required
        maxLength={254}
        autoComplete="username"
        defaultValue={email}
        hint="We mail you a link, good for 30 minutes, with which you choose a new one."
        error={fields.email}
      />
      <p className="flex flex-wrap gap-2">
        <button type="submit" disabled={busy} className={buttonLook()}>
          {busy ? 'Sending...' : 'Send Reset Link'}
        </button>{' '}
        <button type="button" className={buttonLook({ look: 'quiet' })} onClick={onCancel}>
          Cancel
        </button>
      </p>
    </form>
  );
}
