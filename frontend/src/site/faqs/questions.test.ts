import { expect, it } from 'vitest';
import { siteAnswer } from '../../testing/site';
import { questionGroups } from './questions';

it('says which way of paying is offered, and which are planned', () => {
  const questions = questionGroups(siteAnswer).flatMap((group) => group.questions);
  const answer = questions.find(({ question }) => question === 'How can I pay?')?.answer.join(' ');
  expect(answer).toContain('Our checkout offers one way at present: the PayPal wallet.');
  expect(answer).toContain('Card, mobile money and a second provider are planned; none of them is offered today.');
});

it('says how an account is deleted', () => {
  const questions = questionGroups(siteAnswer).flatMap((group) => group.questions);
  const found = questions.find(({ question }) => question === 'How do I delete my account?');
  expect(found?.answer.join(' ')).toContain('On your account page, under “Delete account”.');
  expect(found?.link?.href).toBe('/manage-account');
});
