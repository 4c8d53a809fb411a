import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { ApiProblem } from '../../api/problem';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Mark } from '../shell/mark';
import { ThemeToggle } from '../shell/theme-toggle';
import { register as registerAccount, signIn } from './api';
import { authErrorText } from './auth-error-text';
import { PasswordField } from './password-field';
import { acceptStaffToken } from './staff-session';

type Mode = 'login' | 'register';

const loginSchema = z.object({
  email: z.string().trim().min(1, 'Email is required').pipe(z.email('Enter a full e-mail address')),
  password: z.string().min(1, 'Password is required'),
  setup_code: z.string(),
});

const registerSchema = loginSchema.extend({
  setup_code: z.string().trim().min(1, 'Set-up code is required'),
});

type AuthForm = z.infer<typeof loginSchema>;

/** `/admin-auth`: sign in to the admin area, or register its first account. */
export function AdminAuthPage() {
  const [mode, setMode] = useState<Mode>('login');
  const [failure, setFailure] = useState<string | null>(null);
  const navigate = useNavigate();
  const {
    register,
    handleSubmit,
    setError,
    clearErrors,
    formState: { errors, isSubmitting },
  } = useForm<AuthForm>({
    resolver: zodResolver(mode === 'login' ? loginSchema : registerSchema),
    defaultValues: { email: '', password: '', setup_code: '' },
  });

  function switchTo(next: Mode) {
    setMode(next);
    setFailure(null);
    clearErrors();
  }

  const submit = handleSubmit(async ({ email, password, setup_code }) => {
    setFailure(null);
    try {
      const credentials = { email, password };
      const { token } =
        mode === 'login' ? await signIn(credentials) : await registerAccount({ ...credentials, setup_code });
      if (!acceptStaffToken(token)) return setFailure('Something went wrong');
      await navigate('/admin', { replace: true });
    } catch (cause) {
      setFailure(authErrorText(cause));
      const fields = cause instanceof ApiProblem ? cause.fields : {};
      for (const name of ['email', 'password', 'setup_code'] as const) {
        if (fields[name]) setError(name, { message: fields[name] });
      }
    }
  });

  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] bg-paper">
      <title>{mode === 'login' ? 'Admin login · Mwanga' : 'Admin register · Mwanga'}</title>
      <header className="flex items-center justify-between px-5 py-4 lg:px-10">
        <a href="/" className="rounded-sm">
          <Mark />
        </a>
        <ThemeToggle />
      </header>
      <main className="mx-auto grid w-full max-w-sm content-start gap-6 px-5 pt-[8vh] pb-16">
        <div className="grid gap-1">
          <h1 className="text-2xl font-semibold tracking-tight">Admin area</h1>
          <p className="text-sm text-ink-2">
            {mode === 'login'
              ? 'Sign in with your staff account.'
              : 'Register the first account with the set-up code the server printed at start.'}
          </p>
        </div>

        <form onSubmit={submit} noValidate className="grid gap-4">
          {failure && (
            <p role="alert" className="rounded-md bg-danger-wash px-3 py-2 text-sm font-medium text-danger">
              {failure}
            </p>
          )}
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
            <Field label="Set-up code" error={errors.setup_code?.message} required>
              <Input autoComplete="off" autoCapitalize="off" spellCheck={false} {...register('setup_code')} />
            </Field>
          )}
          <Button type="submit" look="ember" busy={isSubmitting} className="mt-2">
            {isSubmitting ? 'Processing...' : mode === 'login' ? 'Login' : 'Register'}
          </Button>
        </form>
        <p className="border-t border-rule pt-4 text-sm text-ink-2">
          {mode === 'login' ? 'Setting up this site? ' : 'Already have an account? '}
          <button
            type="button"
            className="font-semibold text-ember underline underline-offset-4 hover:text-ember-hover"
            onClick={() => switchTo(mode === 'login' ? 'register' : 'login')}
          >
            {mode === 'login' ? 'Register' : 'Login'}
          </button>
        </p>
      </main>
    </div>
  );
}
