import type { QueryClient } from '@tanstack/react-query';
import type { NewsletterPreferences } from '../../api/types';

/** Under which the server gives what it answers to a form that was sent without script. */
export const formAnswerKey = 'form-answer';

/** What the server did with a form, and what was typed into it. */
export type FormAnswer = {
  /** What is done now; null where it was refused. */
  done: string | null;
  /** Why it was refused; null where it is done. */
  problem: string | null;
  /** What is wrong with single fields; null where it is done. */
  fields: Record<string, string> | null;
  /** What was typed, by field. */
  typed: Record<string, string>;
  /** Of the form of `/newsletter/preferences`: what is chosen now. */
  preferences: NewsletterPreferences | null;
};

export function readFormAnswer(client: QueryClient): FormAnswer {
  const answer = client.getQueryData<FormAnswer>([formAnswerKey]);
  if (!answer) throw new Error('There is no answer to a form');
  return answer;
}
