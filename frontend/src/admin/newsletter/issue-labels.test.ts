import { expect, test } from 'vitest';
import { issue } from '../../testing/newsletter';
import { kindOf } from './issue-labels';

test('an issue is called by its kind and by the topics whose subscribers get it', () => {
  expect(kindOf(issue({ kind: 'notify', topics: [] }))).toBe('E-mail about a post');
  const topics = [
    { id: 'gadgets', name: 'Phones and gadgets' },
    { id: 'games', name: 'Games' },
  ];
  expect(kindOf(issue({ kind: 'notify', topics }))).toBe('E-mail about a post: Phones and gadgets, Games');
});
