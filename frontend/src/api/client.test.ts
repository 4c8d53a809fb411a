import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { server } from '../testing/server';
import { api, apiPath } from './client';
import { ApiProblem } from './problem';
import { onStaffSessionEnded } from './session';
import { readToken, storeToken } from './tokens';

const expired = { error: 'Your session has expired.', message: '', code: 'auth.session_expired' };

const assign = vi.fn();
beforeEach(() => {
  assign.mockReset();
  vi.spyOn(window.location, 'assign').mockImplementation(assign);
});

async function problemOf(call: Promise<unknown>): Promise<ApiProblem> {
  const outcome = await call.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(outcome instanceof ApiProblem)) throw new Error('the call was to fail with an ApiProblem');
  return outcome;
}

/** Declares a call that refuses every token but `good`, and counts. */
function guarded(good: string) {
  const seen: (string | null)[] = [];
  server.use(
    http.get('/api/admin/posts', ({ request }) => {
      seen.push(request.headers.get('authorization'));
      return request.headers.get('authorization') === `Bearer ${good}`
        ? HttpResponse.json({ data: [] })
        : HttpResponse.json(expired, { status: 401 });
    }),
  );
  return seen;
}

function refreshAnswers(status: number, body: object) {
  const bodies: unknown[] = [];
  server.use(
    http.post('/api/auth/refresh', async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json(body, { status });
    }),
  );
  return bodies;
}

describe('a call', () => {
  it('sends the admin token before the user token', async () => {
    const seen = guarded('staff');
    storeToken('reader', 'reader');
    storeToken('staff', 'staff');
    await api.get('/admin/posts');
    expect(seen).toEqual(['Bearer staff']);
  });

  it('sends no token to what everybody may read', async () => {
    storeToken('reader', 'reader');
    let header: string | null = 'unset';
    server.use(
      http.get('/api/site', ({ request }) => {
        header = request.headers.get('authorization');
        return HttpResponse.json({});
      }),
    );
    await api.get('/site', { auth: 'none' });
    expect(header).toBeNull();
  });

  it('turns an error into one class', async () => {
    server.use(
      http.put('/api/admin/posts/1', () =>
        HttpResponse.json(
          {
            error: 'The address is taken.',
            message: '',
            code: 'post.slug_taken',
            fields: { slug: 'Taken' },
            request_id: 'r1',
          },
          { status: 409 },
        ),
      ),
    );
    const problem = await problemOf(api.put('/admin/posts/1', { slug: 'a' }));
    expect(problem).toMatchObject({
      status: 409,
      code: 'post.slug_taken',
      error: 'The address is taken.',
      fields: { slug: 'Taken' },
      requestId: 'r1',
    });
  });

  it('names a network failure and an answer that is not ours', async () => {
    server.use(
      http.get('/api/site', () => HttpResponse.error()),
      http.get('/api/posts/public', () => new HttpResponse('<h1>token expired</h1>', { status: 502 })),
    );
    expect(await problemOf(api.get('/site'))).toMatchObject({
      status: 0,
      code: 'client.network',
      error: 'Network error - check your connection',
    });
    expect(await problemOf(api.get('/posts/public'))).toMatchObject({ status: 502, code: 'client.bad_answer' });
    expect(assign).not.toHaveBeenCalled();
  });

  it('only warns about a 403', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    storeToken('staff', 'staff');
    server.use(
      http.get('/api/admin/posts', () =>
        HttpResponse.json({ error: 'Not for editors.', message: '', code: 'auth.forbidden' }, { status: 403 }),
      ),
    );
    await problemOf(api.get('/admin/posts'));
    expect(warn).toHaveBeenCalledOnce();
    expect(readToken('staff')).toBe('staff');
    expect(assign).not.toHaveBeenCalled();
  });
});

describe('a session that has run out', () => {
  it('is renewed once for all calls that need it, and the calls are repeated', async () => {
    storeToken('staff', 'old');
    const seen = guarded('new');
    const refreshes = refreshAnswers(200, { token: 'new' });
    await Promise.all([api.get('/admin/posts'), api.get('/admin/posts')]);
    expect(refreshes).toEqual([{ kind: 'staff' }]);
    expect(seen).toEqual(['Bearer old', 'Bearer old', 'Bearer new', 'Bearer new']);
    expect(readToken('staff')).toBe('new');
  });

  it('ends when the refresh itself answers 401: both tokens go, the reader goes to the login', async () => {
    storeToken('staff', 'old');
    storeToken('reader', 'reader');
    guarded('new');
    refreshAnswers(401, { error: 'Please sign in.', message: '', code: 'auth.required' });
    expect(await problemOf(api.get('/admin/posts'))).toMatchObject({ code: 'auth.session_expired' });
    expect(readToken('staff')).toBeNull();
    expect(readToken('reader')).toBeNull();
    expect(assign).toHaveBeenCalledWith('/auth/login');
  });

  it('is not over while the refresh gives no clear answer', async () => {
    storeToken('staff', 'old');
    guarded('new');
    refreshAnswers(503, { error: 'Try again.', message: '', code: 'busy' });
    await problemOf(api.get('/admin/posts'));
    expect(readToken('staff')).toBe('old');
    expect(assign).not.toHaveBeenCalled();
  });

  it('lets a registered handler take over, once, and repeats the call when somebody signed in', async () => {
    storeToken('staff', 'old');
    guarded('new');
    refreshAnswers(401, { error: 'Please sign in.', message: '', code: 'auth.required' });
    const handler = vi.fn(async () => {
      storeToken('staff', 'new');
      return true;
    });
    const unregister = onStaffSessionEnded(handler);
    await Promise.all([api.get('/admin/posts'), api.get('/admin/posts')]);
    unregister();
    expect(handler).toHaveBeenCalledOnce();
    expect(assign).not.toHaveBeenCalled();
  });

  it('is asked about anew after a handler that went away before it had an answer', async () => {
    storeToken('staff', 'old');
    guarded('new');
    refreshAnswers(401, { error: 'Please sign in.', message: '', code: 'auth.required' });
    const unanswered = vi.fn(() => new Promise<boolean>(() => {}));
    const forget = onStaffSessionEnded(unanswered);
    void api.get('/admin/posts');
    await expect.poll(() => unanswered.mock.calls.length).toBe(1);
    forget();
    const unregister = onStaffSessionEnded(async () => {
      storeToken('staff', 'new');
      return true;
    });
    await api.get('/admin/posts');
    unregister();
    expect(readToken('staff')).toBe('new');
  });

  it('is not assumed from 401 without those words, nor without a token', async () => {
    storeToken('staff', 'old');
    server.use(
      http.get('/api/admin/posts', () =>
        HttpResponse.json({ error: 'Please sign in.', message: '', code: 'auth.required' }, { status: 401 }),
      ),
    );
    await problemOf(api.get('/admin/posts'));
    expect(readToken('staff')).toBe('old');
    expect(assign).not.toHaveBeenCalled();
  });
});

it('spells one call one way', () => {
  expect(apiPath('/posts/public', { page: undefined, category: 'tech', exclude: '', per_page: 3 })).toBe(
    '/posts/public?category=tech&per_page=3',
  );
  expect(apiPath('/posts/public')).toBe('/posts/public');
});
