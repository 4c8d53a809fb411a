import type { Role, StaffMember } from '../../api/types';
import { Button } from '../../ui/button';
import { Select } from '../../ui/select';
import { formatDay } from '../time/publication-time';
import { RoleOptions } from './role-options';

type StaffRowProps = { member: StaffMember; isMe: boolean; busy: boolean; onRole: (role: Role) => void };

/** One member of the newsroom. */
export function StaffRow({ member, isMe, busy, onRole }: StaffRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-rule py-4">
      <div className="min-w-0 grow basis-60">
        <p className="font-semibold wrap-anywhere">
          {member.username}
          {isMe && <span className="ms-2 rounded-sm bg-sunk px-2 py-0.5 text-xs font-medium text-ink-2">You</span>}
        </p>
        <p className="text-sm wrap-anywhere text-ink-2">{member.email}</p>
        <p className="mt-0.5 text-xs text-ink-3">
          {member.last_used_at ? `Last here ${formatDay(member.last_used_at)}` : 'Not signed in'}
        </p>
      </div>
      <div className="flex items-center gap-2">
        <div className="w-44">
          <Select
            aria-label={`Role of ${member.email}`}
            value={member.role}
            disabled={busy}
            onChange={(changed) => onRole(changed.currentTarget.value as Role)}
          >
            <RoleOptions />
          </Select>
        </div>
        <Button look="quiet" className="px-3 text-danger" busy={busy} onClick={() => onRole('reader')}>
          Remove<span className="sr-only"> {member.email}</span>
        </Button>
      </div>
    </li>
  );
}
