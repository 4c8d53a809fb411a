import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { removeToken } from '../../api/tokens';
import { readerToken, staffToken } from '../../testing/admin';
import { server } from '../../testing/server';
import { learnOwnPlan, saveOwnPlan } from './own-plan';

const hourMs = 60 * 60 * 1000;
const now = Date.parse('2026-11-29T09:00:00Z');
/** The server's clock is a day behind the browser's. */
const running = { subscribed: true, expires_at: '2026-11-30T09:00:00Z', server_now: '2026-11-28T09:00:00Z' };
const none = { subscribed: false, expires_at: null, server_now: running.server_now };
const isMarked = () => document.documentElement.classList.contains('has-plan');
let asked: (string | null)[];

beforeEach(() => {
  localStorage.clear();
  document.documentElement.className = '';
  asked = [];
});

const answers = (answer: object, status = 200) =>
  server.use(
    http.get('/api/subscriptions/status', ({ request }) => {
      asked.push(request.headers.get('Authorization'));
      return HttpResponse.json(answer, { status });
    }),
  );

it('marks the page of who has a plan, and asks once an hour', async () => {
  localStorage.setItem('token', readerToken());
  answers(running);
  await learnOwnPlan(now);
  expect(isMarked()).toBe(true);
  expect(asked).toEqual([`Bearer ${localStorage.getItem('token')}`]);
  expect(Number.parseInt(localStorage.getItem('plan') ?? '', 10)).toBe(now + 48 * hourMs);
  await learnOwnPlan(now + hourMs - 1);
  expect(asked).toHaveLength(1);

  answers(none);
  await learnOwnPlan(now + hourMs);
  expect(isMarked()).toBe(false);
  // A clock that was set back does not make the answer last.
  answers(running);
  await learnOwnPlan(now - 48 * hourMs);
  expect(isMarked()).toBe(true);
});

it('takes the plan of one account for no other, and asks nothing for nobody', async () => {
  await learnOwnPlan(now);
  localStorage.setItem('token', readerToken());
  saveOwnPlan(running, now);
  expect(isMarked()).toBe(true);
  localStorage.setItem('admin_token', staffToken());
  answers(none);
  const learnt = learnOwnPlan(now + 1);
  expect(isMarked()).toBe(false);
  await learnt;
  expect(asked).toHaveLength(1);
});

it('goes with the session', () => {
  localStorage.setItem('token', readerToken());
  saveOwnPlan(running, now);
  removeToken('reader');
  expect(localStorage.getItem('plan')).toBeNull();
  saveOwnPlan(running, now);
  expect(localStorage.getItem('plan')).toBeNull();
});

it('ends no session, and keeps what it knew, where the server refuses to say', async () => {
  localStorage.setItem('token', readerToken());
  saveOwnPlan(running, now);
  answers({ error: 'Token expired', message: 'Token expired', code: 'auth.expired', fields: {} }, 401);
  await expect(learnOwnPlan(now + hourMs)).rejects.toThrow();
  expect(localStorage.getItem('token')).not.toBeNull();
  expect(isMarked()).toBe(true);
});
