import { expect, test } from 'vitest';
import { adminPost } from '../../testing/posts';
import { accessSentence, saveWords } from './save-words';

const now = Date.parse('2026-11-25T08:00:00Z');
const ahead = Date.parse('2026-12-01T06:00:00Z');
const draft = adminPost({ status: 'draft' });
const published = adminPost({ status: 'published', published_at: '2026-11-20T06:00:00Z' });
const scheduled = adminPost({ status: 'published', published_at: '2026-12-01T06:00:00Z' });

test.each([
  ['a new post', null, 'published', null, 'Publishes it now.', 'Publish'],
  [
    'a new post with a date ahead',
    null,
    'published',
    ahead,
    'Schedules it for 1 Dec 2026, 09:00.',
    'Schedule for 1 Dec 2026, 09:00',
  ],
  ['a draft that stays one', draft, 'draft', null, 'Saves a draft.', 'Save draft'],
  ['a draft that is published', draft, 'published', null, 'Publishes it now.', 'Publish'],
  ['a post in review', draft, 'in_review', null, 'Saves the text, which stays in review.', 'Save'],
  ['a public post', published, 'published', Date.parse(published.published_at), 'Updates what readers see.', 'Update'],
  [
    'a public post that is taken back',
    published,
    'draft',
    null,
    'Makes it a draft again, which no reader sees.',
    'Unpublish',
  ],
  ['a scheduled post', scheduled, 'published', ahead, 'Updates it. Readers see it on 1 Dec 2026, 09:00.', 'Update'],
  [
    'a scheduled post at another time',
    scheduled,
    'published',
    ahead + 3_600_000,
    'Schedules it for 1 Dec 2026, 10:00.',
    'Schedule for 1 Dec 2026, 10:00',
  ],
  ['a scheduled post without its date', scheduled, 'published', null, 'Publishes it now.', 'Publish'],
] as const)('%s: the words beside and on the button', (_, post, status, publishAt, sentence, button) => {
  expect(saveWords({ post, status, publishAt, now })).toEqual({ sentence, button });
});

test('who may read is said of each access', () => {
  expect(accessSentence('subscribers')).toBe('Subscribers may read all of it.');
  expect(accessSentence('')).toBe('');
});
