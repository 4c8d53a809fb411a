import { requestPasswordReset } from '../../api/queries/account';
import { buttonLook } from '../../ui/button-look';
import { FormError } from '../forms/form-error';
import { TextField } from '../forms/text-field';
import { text, useSubmit } from '../forms/use-submit';
import { showToast } from '../messages/show-toast';

type ResetMailProps = {
  email: string;
  onDone: (message: string) => void;
  /** Opens the form for who knows the password; none where the account has none. */
  onKnown?: () => void;
};

/** The form of the specification: an address, and the link that is mailed to it. */
export function ResetMail({ email, onDone, onKnown }: ResetMailProps) {
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
    <form method="dialog" onSubmit={onSubmit} aria-labelledby="password" className="grid max-w-md gap-3">
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
        {onKnown && (
          <button type="button" className={buttonLook({ look: 'quiet' })} onClick={onKnown}>
            I know the current one
          </button>
        )}
      </p>
    </form>
  );
}
