import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiProblem } from '../../api/problem';
import { siteDetails } from '../../api/queries/site';
import type { EmailLog, SetUp } from '../../api/types';
import { Button } from '../../ui/button';
import { emailLogsQuery } from '../calls/email-logs';
import { sendTest } from '../calls/newsletter';
import { ErrorLine } from '../screen/error-line';
import { staffEmail } from '../session/staff-session';

/** How often, and how long, it is asked what became of the mail. */
const POLL_MS = 1000;
const PATIENCE_MS = 30_000;

type TestMailProps = { mail: SetUp['mail']; saveFirst: () => Promise<void> };

/** Sends a real mail to the administrator's own address, and follows it in the log of mails. */
export function TestMail({ mail, saveFirst }: TestMailProps) {
  const client = useQueryClient();
  const { data: site } = useQuery(siteDetails());
  const email = staffEmail();
  const logs = emailLogsQuery({ q: '', status: '', kind: 'newsletter_test' }, '');
  const send = useMutation({
    mutationFn: async () => {
      await saveFirst();
      const before = newestOf((await client.fetchQuery(logs)).data, email)?.id ?? 0;
      const brand = site?.brand ?? 'the publication';
      await sendTest({
        subject: `An e-mail from ${brand}`,
        html: '<p>If you read this, mail arrives. Look whether it lies among spam, and whether the sender is right.</p>',
      });
      return { before, until: Date.now() + PATIENCE_MS };
    },
    onError: (cause) => console.error(cause),
  });
  const { data: found } = useQuery({
    ...logs,
    enabled: send.isSuccess,
    staleTime: 0,
    select: ({ data }) => outcomeOf(data, email, send.data?.before ?? 0),
    refetchInterval: () => (Date.now() < (send.data?.until ?? 0) ? POLL_MS : false),
  });

  return (
    <div className="grid gap-3">
      <Button
        look="ink"
        className="justify-self-start"
        busy={send.isPending}
        onClick={() => send.mutate()}
        disabled={email === ''}
      >
        <span className="min-w-0 wrap-anywhere">Send a test to {email}</span>
      </Button>
      <p role="status" className="text-sm wrap-anywhere">
        {send.isSuccess && describe(found ?? null, mail.leaves, email)}
      </p>
      {send.error && (
        <ErrorLine>
          {send.error instanceof ApiProblem ? send.error.error : 'The test was not sent. Please try again.'}
        </ErrorLine>
      )}
    </div>
  );
}

const newestOf = (mails: EmailLog[], email: string) =>
  mails.find(({ recipient }) => recipient.toLowerCase() === email.toLowerCase());

/** The mail that was sent after those that were there before. */
function outcomeOf(mails: EmailLog[], email: string, before: number): EmailLog | null {
  const newest = newestOf(mails, email);
  return newest && newest.id > before ? newest : null;
}

function describe(mail: EmailLog | null, leaves: boolean, email: string): string {
  switch (mail?.status) {
    case undefined:
    case 'sending':
      return 'It is on its way…';
    case 'sent':
      return leaves
        ? `The mail server took it. It should be with ${email} in a minute.`
        : 'It is a file in the folder outbox now: no mail server is set.';
    default:
      return `It did not go out: ${mail?.error ?? 'the mail server gave no reason.'}`;
  }
}
