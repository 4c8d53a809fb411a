import type { SetUp } from '../../api/types';
import { Checks } from './checks';
import type { QuestionProps } from './question-form';
import { SettingFields, type SettingForm, SettingQuestion } from './setting-form';
import { TestMail } from './test-mail';

/** Whether mail leaves, who it comes from, and a real one to oneself. */
export function MailQuestion(props: QuestionProps) {
  return (
    <SettingQuestion
      {...props}
      fields={(form, saved) => (
        <>
          <State mail={props.setUp.mail} />
          <SettingFields keys={['newsletter.sender', 'newsletter.reply_to']} form={form} saved={saved} />
          <TestMail mail={props.setUp.mail} saveFirst={() => saveFirst(form)} />
          <Checks subjects={['Mail', 'SPF', 'DKIM', 'DMARC']} />
        </>
      )}
    />
  );
}

/** The test comes from the sender that is typed. */
async function saveFirst(form: SettingForm) {
  if (form.isChanged) await form.save.mutateAsync();
}

function State({ mail: { leaves, sender, reply_to } }: { mail: SetUp['mail'] }) {
  return (
    <div className="grid gap-2 rounded-lg bg-sunk px-4 py-3">
      <p>
        {leaves ? (
          <>
            This server sends e-mail as <strong className="wrap-anywhere">{sender}</strong>.
          </>
        ) : (
          <>
            <strong>No mail leaves this server.</strong> Whoever runs it names a mail server (<code>SMTP_URL</code>) and
            starts it again. Until then each e-mail is kept as a file in its folder outbox.
          </>
        )}
      </p>
      {reply_to && <p className="text-sm wrap-anywhere text-ink-2">Answers go to {reply_to}.</p>}
    </div>
  );
}
