import { changePassword } from '../../api/queries/account';
import { buttonLook } from '../../ui/button-look';
import { FormError } from '../forms/form-error';
import { password, useSubmit } from '../forms/use-submit';
import { PasswordField } from './password-field';

type PasswordsProps = {
  email: string;
  onDone: (message: string) => void;
  onForgot: () => void;
  onCancel: () => void;
};

export function Passwords({ email, onDone, onForgot, onCancel }: PasswordsProps) {
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
