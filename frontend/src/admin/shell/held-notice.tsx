import { useQuery } from '@tanstack/react-query';
import { Hand } from 'lucide-react';
import { Link } from 'react-router';
import { statusQuery } from '../calls/status';
import { isAdministrator } from '../session/staff-session';

/** In a held copy: nobody should believe that their newsletter went out. */
export function HeldNotice() {
  const { data } = useQuery(statusQuery);
  if (!data?.held) return null;
  return (
    <p
      role="note"
      className="mb-6 flex gap-3 rounded-md border border-rule-strong bg-sunk px-4 py-3 text-sm text-ink-2"
    >
      <Hand className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span>
        <strong className="font-semibold text-ink">This copy of the site is held.</strong> It e-mails nobody and takes
        no payments until an administrator releases it.{' '}
        {isAdministrator() && (
          <Link to="/admin/held" className="font-semibold text-ink underline underline-offset-2">
            See what waits
          </Link>
        )}
      </span>
    </p>
  );
}
