import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loginUser, registerUser } from '../../api/queries/account';
import { randomId } from '../../api/random-id';
import { storeToken } from '../../api/tokens';
import { buttonLook } from '../../ui/button-look';
import { AccountFormLayout } from '../forms/account-form-layout';
import { FormError } from '../forms/form-error';
import { NoScriptNotice } from '../forms/no-script-notice';
import { TextField } from '../forms/text-field';
import { password, text, useSubmit } from '../forms/use-submit';
import { useAddressQuery } from '../hooks/use-address-query';
import { showToast } from '../messages/show-toast';
import { PasswordField } from './password-field';
import { returnPath } from './return-path';
import { SocialLinks } from './social-links';

/** `/auth/login` and `/auth/register`: one screen, the path decides. */
export function SignInPage() {
  const { pathname } = useLocation();
  const search = useAddressQuery();
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  /** The account that was asked for last, and the key of that wish: another username is another one. */
  const asked = useRef({ account: '', key: '' });
  const registers = pathname.startsWith('/auth/register');

  useEffect(() => {
    let gone = false;
    const target = returnPath(window.location.search);
    // Who is signed in has nothing to do here. The code that finds out comes after the form can be used.
    void import('./is-signed-in').then(async ({ isSignedIn }) => {
      if ((await isSignedIn()) && !gone) await navigate(target, { replace: true });
    });
    return () => {
      gone = true;
    };
  }, [navigate]);

  const { busy, error, fields, onSubmit, reset } = useSubmit(async (form) => {
    const target = returnPath(window.location.search);
    const credentials = { email: text(form, 'email'), password: password(form) };
    const username = text(form, 'username') || undefined;
    const account = `${credentials.email} ${username}`;
    if (asked.current.account !== account) asked.current = { account, key: randomId() };
    const { token, message } = registers
      ? await registerUser({ ...credentials, username }, asked.current.key)
      : await loginUser(credentials);
    setLeaving(true);
    storeToken('reader', token);
    showToast('success', message).catch(() => {}); // signed in all the same
    await navigate(target, { replace: true });
  }, 'Authentication failed');

  return (
    <AccountFormLayout
      title={registers ? 'Create an account' : 'Sign in'}
      dek={registers ? 'An e-mail address and a password are enough.' : 'Welcome back.'}
    >
      <NoScriptNotice what={registers ? 'Creating an account' : 'Signing in'} />
      <nav aria-label="Sign in or register" className="account-modes needs-script">
        <a href={`/auth/login${search}`} aria-current={registers ? undefined : 'page'} onClick={reset}>
          Login
        </a>{' '}
        <a href={`/auth/register${search}`} aria-current={registers ? 'page' : undefined} onClick={reset}>
          Register
        </a>
      </nav>
      {/* Before the script is here, method="dialog" keeps Enter from sending a password into the address. */}
      <form method="dialog" onSubmit={onSubmit} className="needs-script grid gap-4">
        <FormError>{error}</FormError>
        <TextField
          label="E-mail"
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete={registers ? 'email' : 'username'}
          error={fields.email}
        />
        {registers && (
          <TextField
            label="Username (optional)"
            name="username"
            maxLength={60}
            autoComplete="nickname"
            hint="Left empty, it is the part of your address before the @."
            error={fields.username}
          />
        )}
        <PasswordField
          autoComplete={registers ? 'new-password' : 'current-password'}
          hint={registers ? 'At least 8 characters.' : undefined}
          error={fields.password}
        />
        <button type="submit" disabled={busy || leaving} className={`${buttonLook({ look: 'ember' })} mt-1`}>
          {busy || leaving ? 'Processing...' : registers ? 'Register' : 'Login'}
        </button>
        {!registers && (
          <p className="text-sm">
            <a href="/auth/reset-password" className="more-link">
              Forgot your password?
            </a>
          </p>
        )}
      </form>
      <p aria-hidden="true" className="account-or needs-script">
        or
      </p>
      <SocialLinks />
      <p className="text-xs text-ink-3">
        {registers ? 'By creating an account' : 'By signing in'} you accept the{' '}
        <a href="/user-agreement" className="underline">
          user agreement
        </a>{' '}
        and the{' '}
        <a href="/privacy-policy" className="underline">
          privacy policy
        </a>
        .
      </p>
    </AccountFormLayout>
  );
}
