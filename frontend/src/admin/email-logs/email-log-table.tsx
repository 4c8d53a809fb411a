import type { EmailLog } from '../../api/types';
import { cn } from '../../ui/cn';
import { KINDS } from '../email-log-status/email-log-labels';
import { EmailLogStatus } from '../email-log-status/email-log-status';
import { formatMoment } from '../time/publication-time';

/** A row a mail; on a phone the cells of a row stand below each other. */
export function EmailLogTable({ mails, busy }: { mails: EmailLog[]; busy: boolean }) {
  return (
    <section aria-label="E-mails" aria-busy={busy} className={cn('transition-opacity', busy && 'opacity-60')}>
      <table className="data-table mail-table">
        <thead>
          <tr>
            <th scope="col">To</th>
            <th scope="col">Subject</th>
            <th scope="col">Status</th>
            <th scope="col">Sent</th>
          </tr>
        </thead>
        <tbody>
          {mails.map((mail) => (
            <tr key={mail.id}>
              <th scope="row" className="wrap-anywhere">
                {mail.recipient}
              </th>
              <td>
                {mail.subject}
                <span className="block text-xs text-ink-3">{KINDS[mail.kind]}</span>
              </td>
              <td>
                <EmailLogStatus status={mail.status} />
                {mail.error && (
                  <span className="mt-1 block max-w-72 text-xs text-ink-2 wrap-anywhere">
                    {mail.error} ({mail.attempts} {mail.attempts === 1 ? 'try' : 'tries'})
                  </span>
                )}
              </td>
              <td className="whitespace-nowrap tabular-nums">
                {mail.sent_at ? (
                  <time dateTime={mail.sent_at}>{formatMoment(mail.sent_at)}</time>
                ) : (
                  <span className="text-ink-3">Last try {formatMoment(mail.tried_at)}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
