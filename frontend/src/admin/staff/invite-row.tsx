import type { Invite } from '../../api/types';
import { Button } from '../../ui/button';
import { formatMoment } from '../time/publication-time';
import { roleLabel } from './role-options';

type InviteRowProps = { invite: Invite; busy: boolean; onWithdraw: () => void };

/** An invite that nobody has accepted yet. */
export function InviteRow({ invite, busy, onWithdraw }: InviteRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-rule py-4">
      <div className="min-w-0 grow basis-60">
        <p className="font-semibold wrap-anywhere">{invite.email}</p>
        <p className="text-sm text-ink-2">
          {roleLabel(invite.role)} · good until {formatMoment(invite.expires_at)}
        </p>
      </div>
      <Button look="quiet" className="px-3 text-danger" busy={busy} onClick={onWithdraw}>
        Withdraw<span className="sr-only"> the invite to {invite.email}</span>
      </Button>
    </li>
  );
}
