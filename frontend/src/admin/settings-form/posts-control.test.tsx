import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { adminToken } from '../../testing/admin';
import { adminPost } from '../../testing/posts';
import { server } from '../../testing/server';
import { Field } from '../../ui/field';
import { PostsControl } from './posts-control';

const user = userEvent.setup();

beforeEach(() => localStorage.setItem('admin_token', adminToken()));

/** The control of a setting, and what it was last changed to. */
function renderControl(first: string[]) {
  const state = { value: first, searched: [] as (string | null)[] };
  server.use(
    http.get('/api/admin/posts', ({ request }) => {
      state.searched.push(new URL(request.url).searchParams.get('q'));
      const data = [adminPost({ id: 7, title: 'Two lamps', slug: 'two-lamps' })];
      return HttpResponse.json({ data, total: 1, page: 1, per_page: 5, next: null });
    }),
  );
  function Control() {
    const [value, setValue] = useState(first);
    state.value = value;
    return (
      <Field label="Posts of the welcome e-mail">
        <PostsControl value={value} disabled={false} onChange={setValue} />
      </Field>
    );
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Control />
    </QueryClientProvider>,
  );
  return state;
}

it('takes what is typed, each field in its place, and nothing for empty ones at the end', async () => {
  const state = renderControl(['morning']);
  expect(screen.getByLabelText('Posts of the welcome e-mail')).toHaveValue('morning');
  await user.type(screen.getByLabelText('Third post of the welcome e-mail'), 'taa');
  expect(state.value).toEqual(['morning', '', 'taa']);
  await user.clear(screen.getByLabelText('Third post of the welcome e-mail'));
  expect(state.value).toEqual(['morning']);
});

it('offers published posts by their words, once somebody chooses', async () => {
  const state = renderControl([]);
  expect(state.searched).toEqual([]);
  await user.type(screen.getByLabelText('Posts of the welcome e-mail'), 'Two');
  await waitFor(() => expect(state.searched.at(-1)).toBe('Two'));
  await waitFor(() => expect(document.querySelector('datalist option')).toHaveAttribute('value', 'two-lamps'));
  expect(document.querySelector('datalist option')).toHaveTextContent('Two lamps');
});
