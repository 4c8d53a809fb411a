import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { storeToken } from '../../api/tokens';
import type { SetUp } from '../../api/types';
import { adminToken, initialHandlers, renderAdmin, siteStatus, staffToken } from '../../testing/admin';
import { server } from '../../testing/server';
import './set-up-page'; // loaded here, so that no test waits for the lazy route

const setting = (value: string | boolean) => ({ value, source: 'default', variable: null });
const settings = {
  version: 0,
  data: {
    'site.brand': setting('Mwanga'),
    'site.tagline': setting('Light'),
    'site.language': setting('en'),
    'look.accent': setting('#b03a12'),
    'look.typefaces': setting('newsreader'),
    'site.logo': setting(''),
    'site.mark': setting(''),
  },
};

const names = ['name', 'contact', 'colours', 'address', 'mail', 'posts'] as const;

function setUp(states: Partial<Record<string, 'answered' | 'skipped'>> = {}): SetUp {
  return {
    is_put_away: false,
    questions: names.map((name) => ({ name, state: states[name] ?? 'open' })),
    address: { url: 'https://news.example', source: 'file', is_production: true },
    mail: { leaves: true, sender: 'Mwanga <mwanga@news.example>', reply_to: null },
    sample_posts: { total: 8, added: 0, waiting: 0 },
  };
}

/** A server that remembers what became of each question, and what was saved. */
function serve(state: SetUp = setUp(), invitation: 'lead' | 'remind' | 'none' = 'none') {
  const seen = { now: state, begun: 0, saved: [] as unknown[] };
  server.use(
    http.get('/api/admin/status', () =>
      HttpResponse.json({ ...siteStatus, set_up: seen.begun ? 'remind' : invitation }),
    ),
    http.get('/api/admin/set-up', () => HttpResponse.json(seen.now)),
    http.put('/api/admin/set-up', async ({ request }) => {
      const { is_put_away } = (await request.json()) as { is_put_away: boolean };
      seen.begun += 1;
      seen.now = { ...seen.now, is_put_away };
      return HttpResponse.json(seen.now);
    }),
    http.put('/api/admin/set-up/:name', async ({ params, request }) => {
      const { state: answered } = (await request.json()) as { state: 'answered' | 'skipped' };
      const questions = seen.now.questions.map((one) => (one.name === params.name ? { ...one, state: answered } : one));
      seen.now = { ...seen.now, questions };
      return HttpResponse.json(seen.now);
    }),
    http.post('/api/admin/set-up/sample-posts', () => {
      seen.now = { ...seen.now, sample_posts: { total: 8, added: 8, waiting: 0 } };
      return HttpResponse.json(seen.now, { status: 202 });
    }),
    http.get('/api/admin/settings', () => HttpResponse.json(settings)),
    http.put('/api/admin/settings', async ({ request }) => {
      seen.saved.push(await request.json());
      return HttpResponse.json({ ...settings, version: 1 });
    }),
    http.get('/api/admin/settings/shades', () => HttpResponse.json({ shades: null })),
    ...initialHandlers(),
  );
  return seen;
}

beforeEach(() => {
  sessionStorage.clear();
  storeToken('staff', adminToken());
});

test('whoever is led here is led here once', async () => {
  const seen = serve(setUp(), 'lead');
  const router = renderAdmin('/admin');
  expect(await screen.findByRole('heading', { level: 1, name: 'Make it yours.' })).toBeVisible();
  expect(router.state.location.pathname).toBe('/admin/set-up');
  await waitFor(() => expect(seen.begun).toBe(1));
  await router.navigate('/admin');
  expect(await screen.findByRole('heading', { name: '6 questions are open' })).toBeVisible();
  expect(router.state.location.pathname).toBe('/admin');
});

test('what is typed is there again after the way back, and is saved with the answer', async () => {
  const seen = serve();
  const user = userEvent.setup();
  const router = renderAdmin('/admin/set-up?question=name');
  const name = await screen.findByRole('textbox', { name: /^Name/ });
  await user.clear(name);
  await user.type(name, 'Nuru');
  expect(within(screen.getByRole('region', { name: 'Sample' })).getByText('Nuru')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Back' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Make it yours.' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: /Begin/ }));
  expect(await screen.findByRole('textbox', { name: /^Name/ })).toHaveValue('Nuru');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'How do readers reach you?' })).toHaveFocus();
  expect(seen.saved).toEqual([{ version: 0, values: { 'site.brand': 'Nuru' } }]);
  expect(seen.now.questions[0]?.state).toBe('answered');
  expect(sessionStorage.getItem('mwanga-set-up-name')).toBeNull();
  expect(router.state.location.search).toBe('?question=contact');
});

test('what the server refuses stays typed, with the reason, and the question open', async () => {
  const seen = serve();
  server.use(
    http.put('/api/admin/settings', () =>
      HttpResponse.json(
        { error: 'Use 60 characters or fewer.', code: 'settings.invalid', fields: { 'site.brand': 'Too long.' } },
        { status: 422 },
      ),
    ),
  );
  const user = userEvent.setup();
  renderAdmin('/admin/set-up?question=name');
  await user.type(await screen.findByRole('textbox', { name: /^Name/ }), ' and so on');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('Too long.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: /^Name/ })).toHaveValue('Mwanga and so on');
  expect(seen.now.questions[0]?.state).toBe('open');
});

test('later skips a question, and does not take an answer back', async () => {
  const seen = serve(setUp({ contact: 'answered' }));
  const user = userEvent.setup();
  renderAdmin('/admin/set-up?question=name');
  await user.click(await screen.findByRole('button', { name: 'Later' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'How do readers reach you?' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Later' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'How does it look?' })).toBeVisible();
  expect(seen.now.questions.map(({ state }) => state)).toEqual(['skipped', 'answered', 'open', 'open', 'open', 'open']);
  expect(seen.saved).toEqual([]);
});

test('a colour that cannot be read is refused before it is saved', async () => {
  serve();
  server.use(
    http.get('/api/admin/settings/shades', ({ request }) =>
      new URL(request.url).searchParams.get('colour') === '#ffff00'
        ? HttpResponse.json({ error: 'Choose a darker colour.', code: 'settings.invalid', fields: {} }, { status: 422 })
        : HttpResponse.json({ shades: null }),
    ),
  );
  const user = userEvent.setup();
  renderAdmin('/admin/set-up?question=colours');
  const accent = await screen.findByRole('textbox', { name: 'Accent colour' });
  await user.clear(accent);
  await user.type(accent, '#ffff00');
  expect(await screen.findByText('Choose a darker colour.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Ocean' }));
  await waitFor(() => expect(screen.queryByText('Choose a darker colour.')).toBeNull());
  expect(accent).toHaveValue('#0b5fa5');
});

test('sample posts are added by the last answer, and an empty publication is one too', async () => {
  const seen = serve();
  const user = userEvent.setup();
  const router = renderAdmin('/admin/set-up?question=posts');
  await user.click(await screen.findByRole('radio', { name: /Nothing yet/ }));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Almost yours.' })).toBeVisible();
  expect(seen.now.questions[5]?.state).toBe('answered');
  expect(seen.now.sample_posts.added).toBe(0);
  await router.navigate('/admin/set-up?question=posts');
  await user.click(await screen.findByRole('radio', { name: /8 sample posts/ }));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(seen.now.sample_posts.added).toBe(8));
});

test('where every question has become of something the publication is its own', async () => {
  serve(setUp(Object.fromEntries(names.map((name) => [name, 'skipped']))));
  renderAdmin('/admin/set-up');
  expect(await screen.findByRole('heading', { level: 1, name: 'Mwanga is yours.' })).toBeVisible();
  expect(screen.getAllByText('Later')).toHaveLength(6);
});

test('the reminder names what is open and is put away', async () => {
  const seen = serve(setUp({ name: 'answered' }), 'remind');
  const user = userEvent.setup();
  renderAdmin('/admin');
  expect(await screen.findByRole('heading', { name: '5 questions are open' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go on with set-up' })).toHaveAttribute(
    'href',
    '/admin/set-up?question=contact',
  );
  await user.click(screen.getByRole('button', { name: 'Put away' }));
  await waitFor(() => expect(screen.queryByRole('heading', { name: '5 questions are open' })).toBeNull());
  expect(seen.now.is_put_away).toBe(true);
});

test('an editor reads that it is for administrators', async () => {
  storeToken('staff', staffToken());
  server.use(
    http.get('/api/admin/set-up', () =>
      HttpResponse.json({ error: 'This is for administrators.', code: 'auth.forbidden' }, { status: 403 }),
    ),
    ...initialHandlers(),
  );
  renderAdmin('/admin/set-up');
  expect(await screen.findByRole('alert')).toHaveTextContent('This is for administrators.');
});
