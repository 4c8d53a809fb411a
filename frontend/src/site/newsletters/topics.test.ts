import { expect, it } from 'vitest';
import { topicGroups } from './topics';

it('has the seven groups in their order, each of three to seven topics', () => {
  expect(topicGroups.map(({ name }) => name)).toEqual([
    'Tech & AI',
    'Finance & Business',
    'Marketing & Creator',
    'Parenting & Lifestyle',
    'World & News',
    'Deals & Buying Guides',
    'Entertainment & Culture',
  ]);
  for (const { name, topics } of topicGroups) {
    expect(topics.length, name).toBeGreaterThanOrEqual(3);
    expect(topics.length, name).toBeLessThanOrEqual(7);
  }
  // Ids are kept with spaces between them.
  const ids = topicGroups.flatMap(({ id, topics }) => [id, ...topics.map((topic) => topic.id)]);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z-]+$/);
});
