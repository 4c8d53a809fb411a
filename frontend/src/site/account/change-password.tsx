import { lazy, Suspense, useState } from 'react';
import { AccountSection } from './account-section';
import { ResetMail } from './reset-mail';

// Most visits of the account page change no password.
const Passwords = lazy(() => import('./password-forms').then(({ Passwords }) => ({ default: Passwords })));

type Step = 'mail' | 'passwords' | { done: string };

/** Mails the link that sets a new password (specification 2.10), or changes it by the current one. */
export function ChangePassword({ email, hasPassword }: { email: string; hasPassword: boolean }) {
  const [step, setStep] = useState<Step>('mail');
  const mail = () => setStep('mail');
  return (
    <AccountSection id="password" title={hasPassword ? 'Change password' : 'Set a password'}>
      {step === 'mail' && (
        <ResetMail
          email={email}
          onDone={(done) => setStep({ done })}
          onKnown={hasPassword ? () => setStep('passwords') : undefined}
        />
      )}
      <Suspense>
        {step === 'passwords' && (
          <Passwords email={email} onDone={(done) => setStep({ done })} onForgot={mail} onCancel={mail} />
        )}
      </Suspense>
      {typeof step === 'object' && (
        <p role="status" className="rounded-md bg-success-wash px-4 py-3 font-medium text-success">
          {step.done}
        </p>
      )}
    </AccountSection>
  );
}
