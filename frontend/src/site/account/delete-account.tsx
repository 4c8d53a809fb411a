import { useState } from 'react';
import { deleteAccount, requestDeletionCode } from '../../api/queries/account';
import type { Profile } from '../../api/types';
import { buttonLook } from '../../ui/button-look';
import { FormError } from '../forms/form-error';
import { useMailedCode } from '../forms/use-mailed-code';
import { password, problemText, useSubmit } from '../forms/use-submit';
import { AccountSection } from './account-section';
import { PasswordField } from './password-field';

type DeleteAccountProps = { profile: Profile; onDeleted: (message: string) => Promise<void> };

/** Deletes the account, once its owner has proved who they are. */
export function DeleteAccount({ profile, onDeleted }: DeleteAccountProps) {
  // A mailed link leads here with its code.
  const code = useMailedCode();
  const [opened, setOpened] = useState(false);
  const [closed, setClosed] = useState(false);
  const asks = opened || (Boolean(code) && !closed);
  const { busy, error, fields, onSubmit, reset } = useSubmit(async (form) => {
    const { message } = await deleteAccount(profile.has_password ? { password: password(form) } : { code });
    await onDeleted(message);
  }, 'Failed to delete the account. Please try again.');
  return (
    <AccountSection id="delete-account" title="Delete account">
      {asks ? (
        <form
          method="dialog"
          onSubmit={onSubmit}
          aria-label="Delete account"
          className="grid max-w-md gap-4 rounded-md border border-danger p-5"
        >
          <p>
            <strong>This cannot be taken back.</strong> Your account, its sessions and everything kept with it are
            deleted at once.
          </p>
          <FormError>{Object.keys(fields).length > 0 ? undefined : error}</FormError>
          {/* For password managers. */}
          <input type="text" autoComplete="username" value={profile.email} hidden readOnly />
          {profile.has_password ? (
            <PasswordField autoComplete="current-password" error={fields.password} />
          ) : (
            !code && <MailedLink refused={fields.code} />
          )}
          <p className="flex flex-wrap gap-2">
            <button type="submit" disabled={busy} className={buttonLook({ look: 'danger' })}>
              {busy ? 'Deleting...' : 'Delete my account'}
            </button>{' '}
            <button
              type="button"
              className={buttonLook({ look: 'quiet' })}
              onClick={() => {
                reset();
                setOpened(false);
                setClosed(true);
              }}
            >
              Keep it
            </button>
          </p>
        </form>
      ) : (
        <>
          <p className="text-ink-2">
            Removes the account with everything in it. A newsletter stays until you leave it by the link in each issue.
          </p>
          <p>
            <button type="button" className={buttonLook({ look: 'outline' })} onClick={() => setOpened(true)}>
              Delete account
            </button>
          </p>
        </>
      )}
    </AccountSection>
  );
}

/** An account without a password is deleted right after signing in; later by a link that is mailed. */
function MailedLink({ refused }: { refused?: string }) {
  const [sent, setSent] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);

  async function send() {
    setFailed(null);
    try {
      setSent((await requestDeletionCode()).message);
    } catch (cause) {
      setFailed(problemText(cause, 'The mail could not be sent. Please try again.'));
    }
  }

  return (
    <div className="grid justify-items-start gap-3">
      <p role={refused ? 'alert' : undefined} className={refused ? 'text-danger' : 'text-ink-2'}>
        {refused
          ? 'You signed in more than ten minutes ago. Let us mail you a link, or sign out and in again first.'
          : 'You sign in without a password: within ten minutes of signing in this is enough; later we mail you a link.'}
      </p>
      {sent ? (
        <p role="status" className="rounded-md bg-success-wash px-4 py-3 font-medium text-success">
          {sent}
        </p>
      ) : (
        <button type="button" className={buttonLook({ look: 'outline' })} onClick={send}>
          Mail me a link
        </button>
      )}
      <FormError>{failed ?? undefined}</FormError>
    </div>
  );
}
