import { QueryClient, QueryClientProvider, queryOptions } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { ApiPath } from '../../api/client';
import type { RevisionList } from '../../api/types';
import { RevisionsDialog } from './revisions-dialog';

const saves = [1, 2, 3].map((revision) => ({
  revision,
  saved_at: '2026-11-20T09:00:00Z',
  saved_by: `save ${revision}`,
}));
const missing = [
  { in_trash: [], gone: 0 },
  { in_trash: ['lamp.png', 'jiko.png'], gone: 1 },
  { in_trash: [], gone: 2 },
];

function query<Data>(path: ApiPath, data: Data) {
  return queryOptions({ queryKey: [path], queryFn: () => Promise.resolve(data) });
}

test('a version tells which of its files come back out of the trash, and how many are gone', async () => {
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RevisionsDialog
        of="post"
        except="slug"
        opened={3}
        list={query<RevisionList>('/admin/posts/1/revisions', { data: saves })}
        revision={(revision) =>
          query(`/admin/posts/1/revisions/${revision}`, {
            missing_files: missing[revision - 1] ?? { in_trash: [], gone: 0 },
          })
        }
        differences={() => <p>Differences</p>}
        onRestore={() => {}}
        onClose={() => {}}
      />
    </QueryClientProvider>,
  );
  await user.click(await screen.findByRole('button', { name: /save 1/ }));
  expect(await screen.findByText('Differences')).toBeVisible();
  expect(screen.queryByText(/trash|gone for good/)).toBeNull();
  await user.click(screen.getByRole('button', { name: /save 2/ }));
  expect(await screen.findByText(/back as soon as you save this version: lamp\.png, jiko\.png\./)).toBeVisible();
  expect(
    screen.getByText(/^One file of this version is gone for good\. Put another in its place before you publish it\.$/),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: /save 3/ }));
  expect(
    await screen.findByText(
      /^2 files of this version are gone for good\. Put others in their places before you publish it\.$/,
    ),
  ).toBeVisible();
  expect(screen.queryByText(/In the trash/)).toBeNull();
});
