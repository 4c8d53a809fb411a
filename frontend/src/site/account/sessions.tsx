import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { endOwnSession, logoutEverywhere, ownSessions } from '../../api/queries/account';
import type { OwnSession } from '../../api/types';
import { buttonLook } from '../../ui/button-look';
import { clockTime, shortDate } from '../format/dates';
import { problemText } from '../forms/use-submit';
import { showToast } from '../messages/show-toast';
import { AccountSection } from './account-section';

const currentFirst = (a: OwnSession, b: OwnSession) => Number(b.current) - Number(a.current);
const moment = (time: string) => `${shortDate(time)}, ${clockTime(time)}`;

/** Where the account is signed in. */
export function Sessions({ onSignedOut }: { onSignedOut: (message: string) => Promise<void> }) {
  const { data, isError, refetch } = useQuery(ownSessions());
  const [busy, setBusy] = useState<string | null>(null);

  async function end(id: string, call: () => Promise<{ message: string }>, then: (message: string) => unknown) {
    setBusy(id);
    try {
      const { message } = await call();
      await then(message);
    } catch (cause) {
      console.error(cause);
      showToast('error', problemText(cause, 'Failed to sign out there. Please try again.')).catch(() => {});
    }
    setBusy(null);
  }

  return (
    <AccountSection id="sessions" title="Where you are signed in">
      {data && (
        <ul className="account-sessions">
          {data.data.toSorted(currentFirst).map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={busy !== null}
              onEnd={() =>
                end(
                  session.id,
                  () => endOwnSession(session.id),
                  async (message) => {
                    await refetch();
                    showToast('success', message).catch(() => {});
                  },
                )
              }
            />
          ))}
        </ul>
      )}
      {isError && (
        <p role="alert" className="text-sm text-danger">
          The list could not be loaded.{' '}
          <button type="button" className="cursor-pointer underline" onClick={() => refetch()}>
            Try again
          </button>
        </p>
      )}
      <p>
        <button
          type="button"
          disabled={busy !== null}
          className={buttonLook({ look: 'outline' })}
          onClick={() => end('all', logoutEverywhere, onSignedOut)}
        >
          Sign out everywhere
        </button>
      </p>
    </AccountSection>
  );
}

function SessionRow({ session, busy, onEnd }: { session: OwnSession; busy: boolean; onEnd: () => void }) {
  const device = session.device || 'Unknown browser';
  return (
    <li>
      <div className="min-w-0">
        <p className="font-semibold">
          {device}
          {session.kind === 'staff' && <span className="font-normal text-ink-2"> · Admin area</span>}
        </p>
        <p className="text-sm text-ink-2">
          Signed in {moment(session.created_at)}
          {!session.current && <> · last used {moment(session.last_used_at)}</>}
        </p>
      </div>
      {session.current ? (
        <span className="account-good text-sm">This browser</span>
      ) : (
        <button
          type="button"
          disabled={busy}
          className={`${buttonLook({ look: 'outline', size: 'sm' })} min-h-9`}
          onClick={onEnd}
        >
          Sign out<span className="sr-only"> {device}</span>
        </button>
      )}
    </li>
  );
}
