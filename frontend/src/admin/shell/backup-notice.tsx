import { useQuery } from '@tanstack/react-query';
import { ArchiveX } from 'lucide-react';
import { Link } from 'react-router';
import { statusQuery } from '../calls/status';
import { isAdministrator } from '../session/staff-session';
import { age } from '../time/age';

/** Where scheduled backups fail: nobody should hear of it on the day when one is needed. */
export function BackupNotice() {
  const { data } = useQuery(statusQuery);
  if (!data?.backup.overdue) return null;
  const { last_good_at } = data.backup;
  return (
    <p
      role="note"
      className="mb-6 flex gap-3 rounded-md border border-rule-strong bg-sunk px-4 py-3 text-sm text-ink-2"
    >
      <ArchiveX className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span>
        <strong className="font-semibold text-ink">
          {last_good_at ? `The last good backup is ${age(last_good_at)} old.` : 'No backup has succeeded yet.'}
        </strong>{' '}
        If the server broke now, what was written since would be lost.{' '}
        {isAdministrator() ? (
          <Link to="/admin/backups" className="font-semibold text-ink underline underline-offset-2">
            See what failed
          </Link>
        ) : (
          'Please tell an administrator.'
        )}
      </span>
    </p>
  );
}
