import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { type UseFormRegisterReturn, useForm } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router';
import { IdempotencyKey } from '../../api/idempotency-key';
import { ApiProblem } from '../../api/problem';
import { storeToken } from '../../api/tokens';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { AdminLogo } from '../screen/admin-logo';
import { AdminTitle } from '../screen/admin-title';
import { ErrorLine } from '../screen/error-line';
import { errorText } from '../screen/error-text';
import { ScreenTitle } from '../screen/screen-title';
import { ThemeToggle } from '../screen/theme-toggle';
import { loadDocument } from '../session/guards';
import { acceptStaffToken } from '../session/staff-session';
import { firstAccountQuery, register as registerAccount, signIn } from '../sign-in/api';
import { PasswordField } from '../sign-in/password-field';
import { z } from '../zod';

type Mode = 'login' | 'register';

/** Without a code the server says what is missing, and to whom to turn. */
const schema = z.object({
  email: z.string().trim().min(1, 'Email is required').pipe(z.email('Enter a full e-mail address')),
  password: z.string().min(1, 'Password is required'),
  setup_code: z.string().trim(),
  invite_code: z.string().trim(),
});

type AuthForm = z.infer<typeof schema>;

const opening = {
  login: 'Sign in with your staff account.',
  first:
    'This site has no administrator yet: make your account, and set the site up. The server printed the set-up code when it started.',
  register: 'Use the code of the invite that was e-mailed to you.',
  invited: 'You are invited to the newsroom. Use the address the invite was sent to, and choose a password.',
};

/**
 * `/admin-auth`: sign in to the admin area, or register: its first account (`?setup_code=`), which is what the screen
 * begins with while there is none, or one that was invited (`?code=`).
 */
export function AdminAuthPage() {
  const { invitedBy, setUpCode, first, isFirst } = useCodes();
  const [chosen, setMode] = useState<Mode | null>(null);
  const mode = chosen ?? (invitedBy || isFirst ? 'register' : 'login');
  const [failure, setFailure] = useState<string | null>(null);
  const [key] = useState(() => new IdempotencyKey());
  const navigate = useNavigate();
  const {
    register,
    handleSubmit,
    setError,
    clearErrors,
    setFocus,
    formState: { errors, isSubmitting },
  } = useForm<AuthForm>({
    resolver: zodResolver(schema),
    defaultValues: { email: '', password: '', setup_code: setUpCode, invite_code: invitedBy },
  });

  useEffect(() => setFocus('email'), [setFocus]);

  function switchTo(next: Mode) {
    setMode(next);
    setFailure(null);
    clearErrors();
  }

  const submit = handleSubmit(async ({ email, password, setup_code, invite_code }) => {
    setFailure(null);
    try {
      const credentials = { email, password };
      const session =
        mode === 'login'
          ? await signIn(credentials)
          : await registerAccount({ ...credentials, ...(invite_code ? { invite_code } : { setup_code }) }, key);
      if (session.role === 'reader') await enterAsReader(session.token);
      else if (acceptStaffToken(session.token)) await navigate('/admin', { replace: true });
      else setFailure('Something went wrong');
    } catch (cause) {
      setFailure(errorText(cause));
      const fields = cause instanceof ApiProblem ? cause.fields : {};
      if (cause instanceof ApiProblem && cause.code === 'auth.set_up_code') {
        setError('setup_code', { message: 'Copy it from there once more.' });
      }
      for (const name of ['email', 'password'] as const) {
        if (fields[name]) setError(name, { message: fields[name] });
      }
    }
  });

  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] bg-paper">
      <AdminTitle>{mode === 'login' ? 'Login' : 'Register'}</AdminTitle>
      <header className="flex items-center justify-between px-5 py-4 lg:px-10">
        <a href="/" className="min-w-0 rounded-sm">
          <AdminLogo />
        </a>
        <ThemeToggle />
      </header>
      <main className="mx-auto grid w-full max-w-sm content-start gap-6 px-5 pt-[8vh] pb-16">
        <Introduction kind={mode === 'login' ? mode : invitedBy ? 'invited' : isFirst ? 'first' : mode}>
          {mode === 'login' && first === 'command' && <MakeFirst />}
        </Introduction>

        <form onSubmit={submit} noValidate className="grid gap-4">
          {failure && <ErrorLine look="box">{failure}</ErrorLine>}
          <Field label="Email" error={errors.email?.message} required>
            <Input type="email" autoComplete="username" {...register('email')} />
          </Field>
          <PasswordField
            autoComplete={mode === 'login' ? 'current-password' : 'new-password'}
            hint={mode === 'register' ? 'At least 12 characters.' : undefined}
            error={errors.password?.message}
            {...register('password')}
          />
          {mode === 'register' && (
            <CodeField
              {...(isFirst ? codes.setUp : codes.invite)}
              error={(isFirst ? errors.setup_code : errors.invite_code)?.message}
              field={register(isFirst ? 'setup_code' : 'invite_code')}
            />
          )}
          <Button type="submit" look="ember" busy={isSubmitting} className="mt-2">
            {isSubmitting ? 'Processing...' : mode === 'login' ? 'Login' : 'Register'}
          </Button>
          {mode === 'login' && (
            <p className="text-sm">
              <a href="/auth/reset-password" className={link}>
                Forgot your password?
              </a>
            </p>
          )}
        </form>
        <p className="border-t border-rule pt-4 text-sm text-ink-2">
          {mode === 'login' ? 'Invited, or setting up this site? ' : 'Already have an account? '}
          <button
            type="button"
            className={`cursor-pointer ${link}`}
            onClick={() => switchTo(mode === 'login' ? 'register' : 'login')}
          >
            {mode === 'login' ? 'Register' : 'Login'}
          </button>
        </p>
      </main>
    </div>
  );
}

const codes = {
  setUp: { label: 'Set-up code', hint: 'The server printed it after “set-up code:” when it started.' },
  invite: { label: 'Invite code', hint: 'It is in the link that was e-mailed to you.' },
};

type CodeFieldProps = { label: string; hint: string; error: string | undefined; field: UseFormRegisterReturn };

function CodeField({ label, hint, error, field }: CodeFieldProps) {
  return (
    <Field key={field.name} label={label} hint={hint} error={error}>
      <Input autoComplete="off" autoCapitalize="off" spellCheck={false} {...field} />
    </Field>
  );
}

/** The codes of the address, and how the first account is made while there is none. */
function useCodes() {
  const [params] = useSearchParams();
  const invitedBy = params.get('code') ?? '';
  const setUpCode = params.get('setup_code') ?? '';
  const first = useQuery(firstAccountQuery).data?.first_account ?? null;
  const isFirst = !invitedBy && (first === 'set_up_code' || setUpCode !== '');
  return { invitedBy, setUpCode, first, isFirst };
}

function Introduction({ kind, children }: { kind: keyof typeof opening; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <ScreenTitle>Admin area</ScreenTitle>
      <p className="text-sm text-ink-2">{opening[kind]}</p>
      {children}
    </div>
  );
}

/** For whoever runs the server: in production the first account is made there. */
function MakeFirst() {
  return (
    <p className="mt-2 rounded-md bg-sunk px-4 py-3 text-sm text-ink-2">
      This site has no administrator yet. Whoever runs the server makes one there, with{' '}
      <code className="wrap-anywhere">mwanga admin create --email you@example.com --role admin</code>.
    </p>
  );
}

/** Somebody who was invited as a reader belongs on the site. */
function enterAsReader(token: string): Promise<never> {
  storeToken('reader', token);
  return loadDocument('/');
}

const link = 'font-semibold text-ember underline underline-offset-4 hover:text-ember-hover';
