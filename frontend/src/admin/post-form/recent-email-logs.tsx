import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { recentEmailLogsQuery } from '../calls/email-logs';
import { EmailLogStatus } from '../email-log-status/email-log-status';
import { formatDay } from '../time/publication-time';

/** The latest three mails, for the sidebar. */
export function RecentEmailLogs() {
  const id = useId();
  const { data, isError } = useQuery(recentEmailLogsQuery);
  return (
    <aside aria-labelledby={id} className="grid gap-3 border-t border-rule pt-5">
      <h3 id={id} className="text-sm font-semibold">
        Recent Email Logs
      </h3>
      {isError && <p className="text-sm font-medium text-danger">Failed to load email logs</p>}
      {data?.data.length === 0 && <p className="text-sm text-ink-2">No e-mails were sent yet.</p>}
      {data && data.data.length > 0 && (
        <>
          <ul className="grid text-sm">
            {data.data.map((mail) => (
              <li key={mail.id} className="grid gap-1 border-b border-rule py-2.5 first:pt-0">
                <span className="wrap-anywhere">{mail.subject}</span>
                <span className="flex flex-wrap items-center justify-between gap-x-4 text-xs text-ink-2">
                  {mail.sent_at ? (
                    <time dateTime={mail.sent_at}>{formatDay(mail.sent_at)}</time>
                  ) : (
                    <span>Last try {formatDay(mail.tried_at)}</span>
                  )}
                  <EmailLogStatus status={mail.status} />
                </span>
              </li>
            ))}
          </ul>
          <Link to="/admin/email-logs" className="justify-self-start rounded-sm py-1 text-sm font-semibold underline">
            All email logs
          </Link>
        </>
      )}
    </aside>
  );
}
