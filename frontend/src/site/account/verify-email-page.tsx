import { useState } from 'react';
import { accountOfCode, verifyEmail } from '../../api/queries/account';
import { buttonLook } from '../../ui/button-look';
import { clockTime, longDate } from '../format/dates';
import { AccountFormLayout } from '../forms/account-form-layout';
import { FormError } from '../forms/form-error';
import { NoScriptNotice } from '../forms/no-script-notice';
import { useMailedCode } from '../forms/use-mailed-code';
import { password, useSubmit } from '../forms/use-submit';
import { PasswordField } from './password-field';

type Registered = { username: string; created_at: string };

/** `/auth/verify-email`: a button, because programs that scan mail follow its links. */
export function VerifyEmailPage() {
  const code = useMailedCode();
  const [done, setDone] = useState<string | null>(null);
  // Somebody else may have registered the address: its owner then chooses a password, which puts them out.
  const [registered, setRegistered] = useState<Registered>();
  const { busy, error, fields, onSubmit } = useSubmit(async (form) => {
    try {
      const { message } = await verifyEmail(code ?? '', registered && password(form));
      setDone(message);
    } catch (cause) {
      const account = registered ? undefined : accountOfCode(cause);
      if (!account) throw cause;
      setRegistered(account);
    }
  }, 'Failed to confirm your address. Please try again.');
  return (
    <AccountFormLayout
      title={registered && !done ? 'Make this account yours' : 'Confirm your address'}
      dek={registered && !done ? undefined : 'So that nobody opens an account with somebody else’s address.'}
    >
      <NoScriptNotice what="Confirming an address" />
      {done ? (
        <div className="grid gap-4">
          <p role="status" className="rounded-md bg-success-wash px-4 py-3 font-medium text-success">
            {done}
          </p>
          <p className="flex flex-wrap gap-3">
            {registered ? (
              <a href="/auth/login" className={buttonLook({ look: 'ember' })}>
                Sign in
              </a>
            ) : (
              <>
                <a href="/" className={buttonLook({ look: 'ember' })}>
                  Start reading
                </a>{' '}
                <a href="/manage-account" className={buttonLook({ look: 'outline' })}>
                  Your account
                </a>
              </>
            )}
          </p>
        </div>
      ) : (
        <form method="dialog" onSubmit={onSubmit} className="needs-script grid gap-4">
          {registered && (
            <p role="status">
              An account with your address was opened as <strong>{registered.username}</strong> on{' '}
              {longDate(registered.created_at)} at {clockTime(registered.created_at)}. This browser is not signed in to
              it, so choose a password: from then on it is the only way in, and whoever was signed in before is signed
              out.
            </p>
          )}
          <FormError>{fields.password ? undefined : error}</FormError>
          {error && !registered && (
            <p className="text-sm text-ink-2">
              A new link can be asked for on{' '}
              <a href="/manage-account" className="underline">
                your account’s page
              </a>
              .
            </p>
          )}
          {registered && (
            <>
              {/* For password managers: whose password it is only the link knows. */}
              <input type="text" autoComplete="username" hidden readOnly />
              <PasswordField
                label="New password"
                autoComplete="new-password"
                hint="At least 8 characters; 12 for people of the newsroom."
                error={fields.password}
              />
            </>
          )}
          <p>
            <button type="submit" disabled={busy} className={buttonLook({ look: 'ember' })}>
              {busy ? 'Processing...' : registered ? 'Confirm and save password' : 'Confirm my address'}
            </button>
          </p>
          {registered && (
            <p className="text-sm text-ink-2">
              Did you open it yourself in another browser? Then open the link there, or sign in here first, and nothing
              changes.
            </p>
          )}
        </form>
      )}
    </AccountFormLayout>
  );
}
