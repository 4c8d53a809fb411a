import { lazy, Suspense, useState } from 'react';
import { buttonLook } from '../../ui/button-look';
import { AccountSection } from './account-section';

// Most visits of the account page change no password.
const Passwords = lazy(() => import('./password-forms').then(({ Passwords }) => ({ default: Passwords })));
const ResetMail = lazy(() => import('./password-forms').then(({ ResetMail }) => ({ default: ResetMail })));

type Step = 'hidden' | 'passwords' | 'mail' | { done: string };

/** Changes the password by the current one, or mails the link that sets a new one. */
export function ChangePassword({ email, hasPassword }: { email: string; hasPassword: boolean }) {
  const [step, setStep] = useState<Step>('hidden');
  const close = () => setStep('hidden');
  return (
    <AccountSection id="password" title="Password">
      {step === 'hidden' && (
        <>
          <p className="text-ink-2">
            {hasPassword
              ? 'Changing it signs all other browsers out.'
              : 'You sign in without one. We mail you a link, good for 30 minutes, with which you choose one.'}
          </p>
          <p className="flex flex-wrap gap-2">
            {hasPassword && (
              <button type="button" className={buttonLook({ look: 'outline' })} onClick={() => setStep('passwords')}>
                Change password
              </button>
            )}
            <button
              type="button"
              className={buttonLook({ look: hasPassword ? 'quiet' : 'outline' })}
              onClick={() => setStep('mail')}
            >
              {hasPassword ? 'Forgot it?' : 'Set a password'}
            </button>
          </p>
        </>
      )}
      <Suspense>
        {step === 'passwords' && (
          <Passwords
            email={email}
            onDone={(done) => setStep({ done })}
            onForgot={() => setStep('mail')}
            onCancel={close}
          />
        )}
        {step === 'mail' && <ResetMail email={email} onDone={(done) => setStep({ done })} onCancel={close} />}
      </Suspense>
      {typeof step === 'object' && (
        <p role="status" className="rounded-md bg-success-wash px-4 py-3 font-medium text-success">
          {step.done}
        </p>
      )}
    </AccountSection>
  );
}
