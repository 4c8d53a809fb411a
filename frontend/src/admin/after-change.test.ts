import { QueryClient, queryOptions } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { setAfterChange } from './after-change';

test('an older response that comes after a change does not bring back what was there before', async () => {
  const client = new QueryClient();
  let respond = (_older: string) => {};
  const older = new Promise<string>((resolve) => {
    respond = resolve;
  });
  const tagline = queryOptions({ queryKey: ['tagline'], queryFn: () => older });
  const running = client.fetchQuery(tagline).catch(() => 'cancelled');

  await setAfterChange(client, tagline, 'as it was saved');
  respond('as it was before');

  await running;
  expect(client.getQueryData(tagline.queryKey)).toBe('as it was saved');
});
