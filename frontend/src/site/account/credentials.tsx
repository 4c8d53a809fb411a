import { useState } from 'react';
import { resendVerification, updateProfile } from '../../api/queries/account';
import type { Profile } from '../../api/types';
import { buttonLook } from '../../ui/button-look';
import { longDate } from '../format/dates';
import { FormError } from '../forms/form-error';
import { TextField } from '../forms/text-field';
import { text, useSubmit } from '../forms/use-submit';
import { showToast } from '../messages/show-toast';
import { AccountSection } from './account-section';
import { providerName } from './provider-names';

/** Username, e-mail address, and the ways this account signs in. */
export function Credentials({ profile, onSaved }: { profile: Profile; onSaved: () => Promise<unknown> }) {
  const [edits, setEdits] = useState(false);
  const { busy, error, fields, onSubmit, reset } = useSubmit(async (form) => {
    const { message } = await updateProfile({ username: text(form, 'username') });
    await onSaved();
    setEdits(false);
    showToast('success', message).catch(() => {});
  }, 'Failed to save. Please try again.');
  const ways = [profile.has_password && 'Password', ...profile.providers.map(providerName)].filter(Boolean).join(', ');
  return (
    <AccountSection id="credentials" title="Credentials">
      <dl className="account-facts">
        {!edits && (
          <div>
            <dt>Username</dt>
            <dd>{profile.username}</dd>
            <dd>
              <button type="button" className={small} onClick={() => setEdits(true)}>
                Change<span className="sr-only"> username</span>
              </button>
            </dd>
          </div>
        )}
        <div>
          <dt>E-mail</dt>
          <dd>{profile.email}</dd>
          <dd className={profile.email_verified ? 'account-good' : 'account-open'}>
            {profile.email_verified ? 'Confirmed' : 'Not confirmed yet'}
          </dd>
        </div>
        <div>
          <dt>Signs in by</dt>
          <dd>{ways}</dd>
        </div>
        <div>
          <dt>Reader since</dt>
          <dd>{longDate(profile.created_at)}</dd>
        </div>
      </dl>
      {!profile.email_verified && <ConfirmAddress />}
      {edits && (
        <form method="dialog" onSubmit={onSubmit} aria-label="Change username" className="grid max-w-md gap-3">
          <FormError>{fields.username ? undefined : error}</FormError>
          <TextField
            label="Username"
            name="username"
            required
            maxLength={60}
            autoComplete="nickname"
            defaultValue={profile.username}
            error={fields.username}
          />
          <p className="flex gap-2">
            <button type="submit" disabled={busy} className={buttonLook()}>
              {busy ? 'Saving...' : 'Save'}
            </button>{' '}
            <button
              type="button"
              className={buttonLook({ look: 'quiet' })}
              onClick={() => {
                reset();
                setEdits(false);
              }}
            >
              Cancel
            </button>
          </p>
        </form>
      )}
    </AccountSection>
  );
}

function ConfirmAddress() {
  const [sent, setSent] = useState<string | null>(null);
  const { busy, error, onSubmit } = useSubmit(async () => {
    const { message } = await resendVerification();
    setSent(message);
  }, 'Failed to send the mail. Please try again.');
  return (
    <form
      method="dialog"
      onSubmit={onSubmit}
      className="grid justify-items-start gap-3 rounded-md bg-warning-wash px-4 py-3"
    >
      <p className="text-sm">
        We mailed you a link when the account was opened. Confirm your address with it, so that what you buy finds you.
      </p>
      <FormError>{error}</FormError>
      {sent ? (
        <p role="status" className="text-sm font-semibold">
          {sent}
        </p>
      ) : (
        <button type="submit" disabled={busy} className={buttonLook({ look: 'outline' })}>
          {busy ? 'Sending...' : 'Mail the link again'}
        </button>
      )}
    </form>
  );
}

const small = `${buttonLook({ look: 'outline', size: 'sm' })} min-h-9`;
