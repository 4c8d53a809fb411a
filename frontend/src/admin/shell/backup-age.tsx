import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { statusQuery } from '../calls/status';
import { isAdministrator } from '../session/staff-session';
import { age } from '../time/age';

/** At the end of each screen, for administrators: how old the last good backup is, without looking for it. */
export function BackupAge() {
  const { data } = useQuery(statusQuery);
  if (!data?.backup.scheduled || !isAdministrator()) return null;
  const { last_good_at } = data.backup;
  return (
    <footer className="mx-auto max-w-[84rem] px-4 pb-6 text-xs text-ink-3 lg:px-8">
      <Link to="/admin/backups" className="underline underline-offset-2 hover:text-ink">
        {last_good_at ? `The last good backup is ${age(last_good_at)} old.` : 'No scheduled backup has been made yet.'}
      </Link>
    </footer>
  );
}
