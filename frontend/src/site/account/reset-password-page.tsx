import { useState } from 'react';
import { requestPasswordReset, resetPassword } from '../../api/queries/account';
import { removeBothTokens } from '../../api/tokens';
import { buttonLook } from '../../ui/button-look';
import { AccountFormLayout } from '../forms/account-form-layout';
import { FormError } from '../forms/form-error';
import { NoScriptNotice } from '../forms/no-script-notice';
import { TextField } from '../forms/text-field';
import { useMailedCode } from '../forms/use-mailed-code';
import { password, text, useSubmit } from '../forms/use-submit';
import { PasswordField } from './password-field';

/** `/auth/reset-password`: asks for the mail, or, opened from it, for the new password. */
export function ResetPasswordPage() {
  const code = useMailedCode();
  const [asksAgain, setAsksAgain] = useState(false);
  const sets = Boolean(code) && !asksAgain;
  return (
    <AccountFormLayout
      title={sets ? 'Choose a new password' : 'Reset your password'}
      dek={
        code === undefined || sets
          ? undefined
          : 'Tell us the address of your account. We mail you a link that is good for 30 minutes.'
      }
    >
      <NoScriptNotice what="Choosing a new password" />
      {/* Nothing before the browser has looked: one form must not turn into the other under somebody's hands. */}
      <div className="needs-script min-h-56">
        {sets && <SetPassword code={code ?? ''} onAskAgain={() => setAsksAgain(true)} />}
        {code !== undefined && !sets && <RequestReset />}
      </div>
    </AccountFormLayout>
  );
}

function RequestReset() {
  const [sent, setSent] = useState<string | null>(null);
  const { busy, error, fields, onSubmit } = useSubmit(async (form) => {
    const { message } = await requestPasswordReset(text(form, 'email'));
    setSent(message);
  }, 'Failed to send reset email.');
  if (sent) {
    return (
      <div className="grid gap-4">
        <p role="status" className="rounded-md bg-success-wash px-4 py-3 font-medium text-success">
          {sent}
        </p>
        <p className="text-sm text-ink-2">
          Nothing there after some minutes? Look among unwanted mail, or check that it is the address of your account.
        </p>
        <p>
          <button type="button" className={buttonLook({ look: 'outline' })} onClick={() => setSent(null)}>
            Send again
          </button>
        </p>
      </div>
    );
  }
  return (
    <form method="dialog" onSubmit={onSubmit} className="grid gap-4">
      <FormError>{error}</FormError>
      <TextField
        label="E-mail"
        name="email"
        type="email"
        required
        maxLength={254}
        autoComplete="username"
        error={fields.email}
      />
      <button type="submit" disabled={busy} className={buttonLook({ look: 'ember' })}>
        {busy ? 'Processing...' : 'Send Reset Link'}
      </button>
      <p className="text-sm">
        <a href="/auth/login" className="more-link">
          Back to sign in
        </a>
      </p>
    </form>
  );
}

function SetPassword({ code, onAskAgain }: { code: string; onAskAgain: () => void }) {
  const [done, setDone] = useState<string | null>(null);
  const { busy, error, fields, onSubmit } = useSubmit(async (form) => {
    const { message } = await resetPassword({ code, password: password(form) });
    removeBothTokens(); // what this browser held has ended with all other sessions
    setDone(message);
  }, 'Failed to change the password. Please try again.');
  if (done) {
    return (
      <div className="grid gap-4">
        <p role="status" className="rounded-md bg-success-wash px-4 py-3 font-medium text-success">
          {done}
        </p>
        <p className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <a href="/auth/login" className={buttonLook({ look: 'ember' })}>
            Sign in
          </a>{' '}
          <a href="/admin-auth" className="more-link">
            To the admin area
          </a>
        </p>
      </div>
    );
  }
  return (
    <form method="dialog" onSubmit={onSubmit} className="grid gap-4">
      <FormError>{error}</FormError>
      {/* For password managers: whose password it is only the link knows. */}
      <input type="text" autoComplete="username" hidden readOnly />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint="At least 8 characters; 12 for people of the newsroom. You are signed out everywhere else."
        error={fields.password}
      />
      <button type="submit" disabled={busy} className={buttonLook({ look: 'ember' })}>
        {busy ? 'Processing...' : 'Save password'}
      </button>
      <p className="text-sm">
        <button type="button" className="more-link cursor-pointer" onClick={onAskAgain}>
          Ask for a new link
        </button>
      </p>
    </form>
  );
}
