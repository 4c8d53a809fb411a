import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { newsletterPreferences, saveNewsletterPreferences } from '../../api/queries/newsletter-preferences';
import type { NewsletterPreferences } from '../../api/types';
import { buttonLook } from '../../ui/button-look';
import { useMailedCode } from '../forms/use-mailed-code';
import { problemText, useSubmit } from '../forms/use-submit';
import { LinkProblem } from './link-problem';
import { mailedIssue } from './mailed-issue';
import { Done, NewsletterLayout } from './newsletter-layout';
import { chosenTopics, TopicChoice } from './topic-choice';

/** `/newsletter/preferences`: which topics, and whether at all. Each reader's own, so the browser asks for it. */
export function Preferences() {
  const code = useMailedCode();
  const { data, error } = useQuery(newsletterPreferences(code));
  return (
    <NewsletterLayout title="Your newsletter" dek={data ? `For ${data.email}` : 'Topics, and a way to leave.'}>
      {/* Without script the form is posted to its own address, which holds the code; the answer shows it all. */}
      <form method="post" className="without-script grid gap-3">
        <p>Choose topics, or leave the newsletter. The next page shows what is chosen now.</p>
        <p>
          <button type="submit" className={buttonLook({ look: 'ember' })}>
            Show my choice
          </button>
        </p>
      </form>
      {data ? (
        <Choice code={code ?? ''} preferences={data} />
      ) : error ? (
        <LinkProblem error={problemText(error, 'Your choice could not be loaded. Please try again.')} />
      ) : (
        <p className="needs-script">Loading…</p>
      )}
    </NewsletterLayout>
  );
}

type ChoiceProps = {
  code: string;
  preferences: NewsletterPreferences;
  /** What the server did already, where it was asked without script. */
  said?: string;
};

export function Choice({ code, preferences, said = '' }: ChoiceProps) {
  const client = useQueryClient();
  const [done, setDone] = useState(said);
  const save = async (changes: { topics?: string[]; subscribed?: boolean }, words: string) => {
    setDone('');
    client.setQueryData(
      newsletterPreferences(code).queryKey,
      await saveNewsletterPreferences({ code, issue: mailedIssue(), ...changes }),
    );
    setDone(words);
  };
  const failed = 'This did not work. Please try again.';
  const topics = useSubmit((form) => save({ topics: chosenTopics(form) }, 'Your topics are saved.'), failed);
  const { subscribed } = preferences;
  const leaving = useSubmit(
    () => save({ subscribed: !subscribed }, subscribed ? 'You are unsubscribed.' : 'You’re subscribed again.'),
    failed,
  );
  return (
    <div className="grid gap-6">
      {done && <Done>{done}</Done>}
      <LinkProblem error={topics.error ?? leaving.error} />
      {subscribed && (
        <form method="post" onSubmit={topics.onSubmit} className="grid gap-3">
          <input type="hidden" name="change" value="topics" />
          <p className="text-sm text-ink-2">
            You get our newsletter. Choose what you would like to read more of: a topic that gets a newsletter of its
            own begins with those who chose it.
          </p>
          <TopicChoice chosen={preferences.topics} />
          <p>
            <button type="submit" aria-disabled={topics.busy} className={buttonLook({ look: 'ember' })}>
              {topics.busy ? 'Saving…' : 'Save topics'}
            </button>
          </p>
        </form>
      )}
      <form method="post" onSubmit={leaving.onSubmit} className="grid gap-3 border-t border-rule pt-4">
        <input type="hidden" name="change" value={subscribed ? 'leave' : 'return'} />
        <p>{subscribed ? 'No more mail at all?' : 'No newsletter comes to this address now.'}</p>
        <p>
          <button type="submit" aria-disabled={leaving.busy} className={buttonLook({ look: 'outline' })}>
            {leaving.busy ? 'Processing...' : subscribed ? 'Unsubscribe' : 'Subscribe again'}
          </button>
        </p>
      </form>
    </div>
  );
}
