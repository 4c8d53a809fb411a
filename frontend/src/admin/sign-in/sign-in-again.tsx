import { type FormEvent, useEffect, useRef, useState } from 'react';
import { onStaffSessionEnded } from '../../api/session';
import { removeBothTokens } from '../../api/tokens';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { ErrorLine } from '../screen/error-line';
import { errorText } from '../screen/error-text';
import { loadDocument } from '../session/guards';
import { acceptStaffToken, staffEmail } from '../session/staff-session';
import { discardUnsavedChanges, hasUnsavedChanges } from '../unsaved-changes/unsaved-changes';
import { signIn } from './api';
import { PasswordField } from './password-field';

type Waiting = { email: string; resume: (signedIn: boolean) => void };

/**
 * Takes over when the staff session ends. With unsaved work it signs in over the form, and the call that failed is
 * repeated; without any it goes to the sign-in screen.
 */
export function SignInAgain() {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const lastEmail = useRef('');

  useEffect(() => {
    lastEmail.current = staffEmail();
    return onStaffSessionEnded(() => {
      if (!hasUnsavedChanges()) return leave();
      return new Promise<boolean>((resume) => setWaiting({ email: staffEmail() || lastEmail.current, resume }));
    });
  }, []);

  if (!waiting) return null;
  return (
    <SignInDialog
      email={waiting.email}
      onSignedIn={() => {
        setWaiting(null);
        waiting.resume(true);
      }}
    />
  );
}

function leave(): Promise<never> {
  discardUnsavedChanges();
  removeBothTokens();
  return loadDocument('/admin-auth');
}

function SignInDialog({ email, onSignedIn }: { email: string; onSignedIn: () => void }) {
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault();
    submitted.stopPropagation(); // React events bubble through portals, and below is the post form
    const form = new FormData(submitted.currentTarget);
    setBusy(true);
    setError(null);
    try {
      const { token } = await signIn({ email: String(form.get('email')), password: String(form.get('password')) });
      if (acceptStaffToken(token)) onSignedIn();
      else setError('Something went wrong');
    } catch (cause) {
      setError(errorText(cause));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={() => {}}
      dismissible={false}
      title="Sign in to go on"
      description="Your session has ended. Everything you typed is still here, and what you were doing goes on once you are signed in."
      className="max-w-md"
    >
      <form onSubmit={submit} className="grid gap-4">
        {error && <ErrorLine look="box">{error}</ErrorLine>}
        <Field label="Email" required>
          <Input name="email" type="email" autoComplete="username" defaultValue={email} />
        </Field>
        <PasswordField name="password" autoComplete="current-password" />
        <div className="flex flex-wrap justify-between gap-3">
          <Button look="quiet" className="-ms-3 px-3" onClick={() => leave()}>
            Leave without saving
          </Button>
          <Button type="submit" look="ember" busy={busy}>
            {busy ? 'Processing...' : 'Sign in'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
