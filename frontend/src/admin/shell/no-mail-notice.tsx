import { useQuery } from '@tanstack/react-query';
import { MailX } from 'lucide-react';
import { statusQuery } from '../calls/status';

/** Where the server has no mail server: nobody should believe that their newsletter went out. */
export function NoMailNotice() {
  const { data } = useQuery(statusQuery);
  if (data?.mail_leaves !== false) return null;
  return (
    <p role="note" className="mb-6 flex gap-3 rounded-md border border-rule bg-sunk px-4 py-3 text-sm text-ink-2">
      <MailX className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span>
        <strong className="font-semibold text-ink">No mail leaves this server.</strong> SMTP_URL is not set: each mail
        is kept as a file in the folder outbox of the data folder.
      </span>
    </p>
  );
}
