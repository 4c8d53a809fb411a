import { useState } from 'react';
import { saveNewsletterPreferences } from '../../api/queries/newsletter-preferences';
import { buttonLook } from '../../ui/button-look';
import { useMailedCode } from '../forms/use-mailed-code';
import { useSubmit } from '../forms/use-submit';
import { LinkProblem } from './link-problem';
import { mailedIssue } from './mailed-issue';
import { Done, NewsletterLayout } from './newsletter-layout';

/** `/newsletter/unsubscribe`: people press a button here; mail programs post to the same address by themselves. */
export function Unsubscribe() {
  const code = useMailedCode();
  const [subscribed, setSubscribed] = useState<boolean | null>(null);
  const { busy, error, onSubmit } = useSubmit(async () => {
    const answer = await saveNewsletterPreferences({
      code: code ?? '',
      subscribed: subscribed === false,
      issue: mailedIssue(),
    });
    setSubscribed(answer.subscribed);
  }, 'This did not work. Please try again.');
  const left = subscribed === false;
  return (
    <NewsletterLayout title="Leave the newsletter" dek="One press ends it. Reading here goes on as before.">
      {/* Without a script the form is posted to its own address, which holds the code. */}
      <form method="post" onSubmit={onSubmit} className="grid gap-4">
        {/* The button stays while it rests and changes its words: the focus is not lost. */}
        <div className="grid gap-4">
          {left && <Done>You are unsubscribed. No newsletter comes to you any more.</Done>}
          {subscribed && <Done>You’re subscribed again.</Done>}
        </div>
        <LinkProblem error={error} />
        <p className="flex flex-wrap gap-3">
          <button type="submit" aria-disabled={busy} className={buttonLook({ look: left ? 'outline' : 'ember' })}>
            {busy ? 'Processing...' : left ? 'Undo' : 'Unsubscribe'}
          </button>{' '}
          {code && (
            <a href={`/newsletter/preferences${window.location.search}`} className={buttonLook({ look: 'quiet' })}>
              Choose topics instead
            </a>
          )}
        </p>
      </form>
      <form method="post" className="without-script grid gap-2">
        <input type="hidden" name="undo" value="1" />
        <p className="text-sm text-ink-2">Left by mistake?</p>
        <p>
          <button type="submit" className={buttonLook({ look: 'outline' })}>
            Take it back
          </button>
        </p>
      </form>
    </NewsletterLayout>
  );
}
