import { useState } from 'react';
import { deleteAccount } from '../../api/queries/account';
import type { Profile } from '../../api/types';
import { buttonLook } from '../../ui/button-look';
import { AccountPart } from './account-part';
import { FormError } from './form-error';
import { PasswordField } from './password-field';
import { TextField } from './text-field';
import { password, text, useSending } from './use-sending';

type DeleteAccountProps = { profile: Profile; onDeleted: (message: string) => Promise<void> };

/** Deletes the account, once its owner has proved who they are. */
export function DeleteAccount({ profile, onDeleted }: DeleteAccountProps) {
  const [asks, setAsks] = useState(false);
  const { busy, error, fields, onSubmit, reset } = useSending(async (form) => {
    const proof = profile.has_password ? { password: password(form) } : { confirm: text(form, 'confirm') };
    const { message } = await deleteAccount(proof);
    await onDeleted(message);
  }, 'Failed to delete the account. Please try again.');
  return (
    <AccountPart id="delete" title="Delete account">
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
            <TextField
              label="Type your e-mail address"
              name="confirm"
              type="email"
              required
              autoComplete="off"
              hint={profile.email}
              error={fields.confirm}
            />
          )}
          <p className="flex flex-wrap gap-2">
            <button type="submit" disabled={busy} className={buttonLook({ look: 'danger' })}>
              {busy ? 'Deleting...' : 'Delete my account'}
            </button>
            <button
              type="button"
              className={buttonLook({ look: 'quiet' })}
              onClick={() => {
                reset();
                setAsks(false);
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
            <button type="button" className={buttonLook({ look: 'outline' })} onClick={() => setAsks(true)}>
              Delete account
            </button>
          </p>
        </>
      )}
    </AccountPart>
  );
}
