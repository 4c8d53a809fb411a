import { useState } from 'react';
import { verifyEmail } from '../../api/queries/account';
import { buttonLook } from '../../ui/button-look';
import { AccountFrame } from './account-frame';
import { FormError } from './form-error';
import { NeedsScript } from './needs-script';
import { useMailedCode } from './use-mailed-code';
import { useSending } from './use-sending';

/** `/auth/verify-email`: a button, because programs that scan mail follow its links. */
export function VerifyEmailPage() {
  const code = useMailedCode();
  const [done, setDone] = useState<string | null>(null);
  const { busy, error, onSubmit } = useSending(async () => {
    const { message } = await verifyEmail(code ?? '');
    setDone(message);
  }, 'Failed to confirm your address. Please try again.');
  return (
    <AccountFrame title="Confirm your address" dek="So that nobody opens an account with somebody else’s address.">
      <NeedsScript what="Confirming an address" />
      {done ? (
        <div className="grid gap-4">
          <p role="status" className="rounded-md bg-success-wash px-4 py-3 font-medium text-success">
            {done}
          </p>
          <p className="flex flex-wrap gap-3">
            <a href="/" className={buttonLook({ look: 'ember' })}>
              Start reading
            </a>
            <a href="/manage-account" className={buttonLook({ look: 'outline' })}>
              Your account
            </a>
          </p>
        </div>
      ) : (
        <form method="dialog" onSubmit={onSubmit} className="needs-script grid gap-4">
          <FormError>{error}</FormError>
          {error && (
            <p className="text-sm text-ink-2">
              A new link can be asked for on{' '}
              <a href="/manage-account" className="underline">
                your account’s page
              </a>
              .
            </p>
          )}
          <p>
            <button type="submit" disabled={busy} className={buttonLook({ look: 'ember' })}>
              {busy ? 'Processing...' : 'Confirm my address'}
            </button>
          </p>
        </form>
      )}
    </AccountFrame>
  );
}
