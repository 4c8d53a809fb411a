import { useState } from 'react';
import { confirmNewsletter } from '../../api/queries/newsletter-preferences';
import { buttonLook } from '../../ui/button-look';
import { useMailedCode } from '../forms/use-mailed-code';
import { useSubmit } from '../forms/use-submit';
import { LinkProblem } from './link-problem';
import { Done, NewsletterLayout } from './newsletter-layout';
import { chosenTopics, TopicChoice } from './topic-choice';

/** `/newsletter/confirm`: a button, because programs that scan mail follow its links. */
export function Confirm() {
  const code = useMailedCode();
  const [done, setDone] = useState<{ message: string; preferences: string } | null>(null);
  const { busy, error, onSubmit } = useSubmit(async (form) => {
    const answer = await confirmNewsletter(code ?? '', chosenTopics(form));
    setDone({ message: answer.message || "You're now subscribed!", preferences: answer.preferences_path });
  }, 'Subscription failed.');
  return (
    <NewsletterLayout
      title="Confirm your newsletter"
      dek="One press, so that nobody signs up with somebody else’s address."
    >
      {done ? (
        <div className="grid gap-4">
          <Done>{done.message}</Done>
          <p className="flex flex-wrap gap-3">
            <a href="/" className={buttonLook({ look: 'ember' })}>
              Start reading
            </a>{' '}
            <a href={done.preferences} className={buttonLook({ look: 'outline' })}>
              Choose topics, or leave
            </a>
          </p>
        </div>
      ) : (
        // Without a script the form is posted to its own address, which holds the code.
        <form method="post" onSubmit={onSubmit} className="grid gap-4">
          <LinkProblem error={error} />
          <p>
            <button type="submit" disabled={busy} className={buttonLook({ look: 'ember' })}>
              {busy ? 'Processing...' : 'Confirm my subscription'}
            </button>
          </p>
          <details>
            <summary className="min-h-11 py-2.5 font-semibold">Choose topics, if you like</summary>
            <div className="grid gap-3">
              <p className="text-sm text-ink-2">Whatever you choose, you get the daily newsletter.</p>
              <TopicChoice />
            </div>
          </details>
        </form>
      )}
    </NewsletterLayout>
  );
}
