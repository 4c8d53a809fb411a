import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import type { BulkInput } from '../../api/types';
import { initialHandlers, renderAdmin, staffToken, tokenOf } from '../../testing/admin';
import { adminPost } from '../../testing/posts';
import { server } from '../../testing/server';

const user = userEvent.setup();

beforeEach(() => {
  localStorage.setItem('admin_token', staffToken());
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

/** The desk with two posts, and what its bulk calls ask for; post 2 is refused what is in `refusals`. */
async function openDesk(refusals: BulkInput['action'][] = []) {
  const asked: BulkInput[] = [];
  server.use(
    http.post('/api/admin/posts/bulk', async ({ request }) => {
      const input = (await request.json()) as BulkInput;
      asked.push(input);
      const refused = refusals.includes(input.action);
      const data = input.posts.map(({ id }) =>
        id === 2 && refused
          ? { id, outcome: 'refused', code: 'post.changed', message: 'Somebody else saved this post.' }
          : { id, outcome: 'done', code: null, message: null },
      );
      return HttpResponse.json({ data });
    }),
    ...initialHandlers([adminPost({ id: 1, title: 'Taa' }), adminPost({ id: 2, title: 'Jua', revision: 7 })]),
  );
  renderAdmin('/admin');
  await user.click(await screen.findByLabelText('Choose all on this page'));
  return { asked, bar: within(screen.getByRole('form', { name: 'Chosen posts' })) };
}

test('a page of posts is filed at once; one that was refused is named and stays chosen', async () => {
  const { asked, bar } = await openDesk(['category']);
  expect(bar.getByText('2 posts')).toBeVisible();
  expect(bar.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await user.selectOptions(bar.getByLabelText('File them under'), 'tech');
  await user.click(bar.getByRole('button', { name: 'Apply' }));
  await screen.findByText('1 post changed');
  expect(asked).toEqual([
    {
      action: 'category',
      value: 'tech',
      posts: [
        { id: 1, revision: 4 },
        { id: 2, revision: 7 },
      ],
    },
  ]);
  expect(screen.getByText(/“Jua”: Somebody else saved this post\./)).toBeVisible();
  expect(screen.getByLabelText('Choose Jua')).toBeChecked();
  expect(screen.getByLabelText('Choose Taa')).not.toBeChecked();
});

test('posts are deleted after a question, and Undo brings them back', async () => {
  const { asked, bar } = await openDesk();
  await user.selectOptions(bar.getByLabelText('What to do with them'), 'Delete');
  await user.click(bar.getByRole('button', { name: 'Apply' }));
  const question = await screen.findByRole('dialog', { name: 'Are you sure you want to delete these 2 posts?' });
  expect(asked).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Delete' }));
  await screen.findByText('2 posts deleted successfully');
  await user.click(screen.getByRole('button', { name: 'Undo delete' }));
  await screen.findByText('2 posts restored as drafts.');
  await waitFor(() => expect(asked.map(({ action }) => action)).toEqual(['trash', 'restore']));
  expect(asked[1]?.posts).toEqual([{ id: 1 }, { id: 2 }]);
});

test('contributors choose among what is theirs to do', async () => {
  localStorage.setItem('admin_token', tokenOf({ sub: '9', exp: 4_000_000_000, is_admin: true, role: 'contributor' }));
  const { bar } = await openDesk();
  const options = within(bar.getByLabelText('What to do with them')).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['File under', 'Add a tag', 'Delete']);
});
