import { useQuery } from '@tanstack/react-query';
import { MailX } from 'lucide-react';
import { Link } from 'react-router';
import { cn } from '../../ui/cn';
import { statusQuery } from '../calls/status';
import { isAdministrator } from '../session/staff-session';

/** Where mail is sent: that none leaves, and where an administrator changes that. Nothing where mail leaves. */
export function NoMailLine({ className }: { className?: string }) {
  const { data } = useQuery(statusQuery);
  if (data?.mail_leaves !== false) return null;
  return (
    <p role="note" className={cn('flex gap-2 text-sm text-ink-2', className)}>
      <MailX className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span>
        <strong className="font-semibold text-ink">No mail leaves this server.</strong> Each one is kept as a file on
        it.{' '}
        {isAdministrator() ? (
          <Link to="/admin/set-up?question=mail" className="font-semibold text-ink underline underline-offset-2">
            See how to send e-mail
          </Link>
        ) : (
          'Please tell an administrator.'
        )}
      </span>
    </p>
  );
}
