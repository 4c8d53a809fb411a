import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
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
import { register as registerAccount, signIn } from '../sign-in/api';
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
  register: 'With the code of an invite, or as the first administrator with the set-up code.',
  invited: 'You are invited to the newsroom. Use the address the invite was sent to, and choose a password.',
};

/** `/admin-auth`: sign in to the admin area, or register: its first account, or one that was invited (`?code=`). */
export function AdminAuthPage() {
  const [params] = useSearchParams();
  const invitedBy = params.get('code') ?? '';
  const [mode, setMode] = useState<Mode>(invitedBy ? 'register' : 'login');
  const [failure, setFailure] = useState<string | null>(null);
  const [key] = useState(() => new IdempotencyKey());
  const navigate = useNavigate();
  const {
    register,
    handleSubmit,
    setError,
    clearErrors,
    formState: { errors, isSubmitting },
  } = useForm<AuthForm>({
    resolver: zodResolver(schema),
    defaultValues: { email: '', password: '', setup_code: '', invite_code: invitedBy },
  });

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
      for (const name of ['email', 'password'] as const) {
        if (fields[name]) setError(name, { message: fields[name] });
      }
    }
  });

  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] bg-paper">
      <AdminTitle>{mode === 'login' ? 'Login' : 'Register'}</AdminTitle>
      <header className="flex items-center justify-between px-5 py-4 lg:px-10">
        <a href="/" className="rounded-sm">
          <AdminLogo />
        </a>
        <ThemeToggle />
      </header>
      <main className="mx-auto grid w-full max-w-sm content-start gap-6 px-5 pt-[8vh] pb-16">
        <div className="grid gap-1">
          <ScreenTitle>Admin area</ScreenTitle>
          <p className="text-sm text-ink-2">{opening[mode === 'register' && invitedBy ? 'invited' : mode]}</p>
        </div>

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
            <Field
              label="Invite code"
              hint="It stands in the link that was mailed to you."
              error={errors.invite_code?.message}
            >
              <Input autoComplete="off" autoCapitalize="off" spellCheck={false} {...register('invite_code')} />
            </Field>
          )}
          {mode === 'register' && !invitedBy && (
            <Field label="Set-up code" hint="The server prints it while there is no administrator.">
              <Input autoComplete="off" autoCapitalize="off" spellCheck={false} {...register('setup_code')} />
            </Field>
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

/** Somebody who was invited as a reader belongs on the site. */
function enterAsReader(token: string): Promise<never> {
  storeToken('reader', token);
  return loadDocument('/');
}

const link = 'font-semibold text-ember underline underline-offset-4 hover:text-ember-hover';
