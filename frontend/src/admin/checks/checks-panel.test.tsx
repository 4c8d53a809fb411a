import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { storeToken } from '../../api/tokens';
import { initialHandlers, renderAdmin, staffToken } from '../../testing/admin';
import { adminPost } from '../../testing/posts';
import { server } from '../../testing/server';

const post = adminPost({
  title: 'Lamps',
  content: '<p><a href="https://a.example/dead">one</a> <a href="https://b.example/">two</a></p>',
  tags: 'lamps',
  media_url: null,
  media_urls: ['/media/lamp.webp'],
});

const panel = () => screen.getByRole('region', { name: /^Before it goes out/ });
const lines = () =>
  within(panel())
    .queryAllByRole('listitem')
    .map((item) => item.textContent);

beforeEach(() => {
  storeToken('staff', staffToken());
  server.use(
    ...initialHandlers([post]),
    http.get('/api/admin/posts/:id/notes', () => HttpResponse.json({ data: [], people: [] })),
  );
});

async function edit() {
  renderAdmin('/admin');
  await userEvent.click(await screen.findByRole('button', { name: `Edit ${post.title}` }));
  await screen.findByRole('heading', { name: 'Edit Post' });
}

it('tells an untouched form nothing', async () => {
  renderAdmin('/admin/posts/new');
  expect(await screen.findByText('As you write, this shows what is still missing.')).toBeInTheDocument();
});

it('says that there is nothing to mend', async () => {
  await edit();
  expect(await within(panel()).findByText('Nothing to fix.')).toBeInTheDocument();
});

it('asks whether the title is taken once nothing was typed for a moment, and leads to it', async () => {
  const asked: string[] = [];
  server.use(
    http.get('/api/admin/posts/same-title', ({ request }) => {
      const title = new URL(request.url).searchParams.get('title') ?? '';
      asked.push(title);
      const data = title === 'Lamp oil' ? [{ id: 3, title, slug: 'lamp-oil', is_public: true }] : [];
      return HttpResponse.json({ data });
    }),
  );
  await edit();
  const title = screen.getByLabelText(/^Title/);
  await userEvent.clear(title);
  await userEvent.type(title, 'Lamp oil');
  await waitFor(() => expect(lines()).toEqual(['A published post has this title already.']));
  expect(asked).toEqual(['Lamps', 'Lamp oil']);
  expect(within(panel()).getByRole('status')).toHaveTextContent('1 thing to fix.');
  await userEvent.click(within(panel()).getByRole('button', { name: 'A published post has this title already.' }));
  expect(title).toHaveFocus();
});

it('tells dead links from those that could not be asked, and checks again', async () => {
  let state = 'idle';
  const answer = { place: 'text', reason: 'answered', checked_at: '2026-11-20T09:00:00Z' };
  server.use(
    http.get('/api/admin/posts/:id/links', () =>
      HttpResponse.json({
        state,
        data: [
          { ...answer, url: 'https://a.example/dead', outcome: 'broken', status: 404 },
          { ...answer, url: 'https://b.example/', outcome: 'unclear', status: 403 },
        ],
      }),
    ),
    http.post('/api/admin/posts/:id/links', () => {
      state = 'running';
      return HttpResponse.json({ message: 'The links are being checked.' });
    }),
  );
  await edit();
  await waitFor(() =>
    expect(lines()).toEqual(['A link leads nowhere (404): a.example/dead', 'Does not let us check (403): b.example']),
  );
  expect(within(panel()).getByText('2 links, checked on 20 Nov 2026, 12:00.')).toBeInTheDocument();
  await userEvent.click(within(panel()).getByRole('button', { name: 'Check again' }));
  expect(await within(panel()).findByText('Checking the links…')).toBeInTheDocument();
});
