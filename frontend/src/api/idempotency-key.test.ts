import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { IdempotencyKey } from './idempotency-key';
import { ApiProblem, type ClientProblemCode, networkProblem } from './problem';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const problem = (status: number, code: ClientProblemCode) => new ApiProblem(status, code, 'No.');

/** The keys of as many calls as there are outcomes, one after the other. */
async function keysOf(outcomes: (ApiProblem | 'made')[]): Promise<string[]> {
  const key = new IdempotencyKey();
  const keys: string[] = [];
  for (const outcome of outcomes) {
    const sent = key.send(async (headers) => {
      keys.push(headers['Idempotency-Key'] ?? '');
      if (outcome !== 'made') throw outcome;
    });
    await sent.catch(() => {});
  }
  return keys;
}

test('a key stays through every error, and the next thing has another one', async () => {
  const keys = await keysOf([
    networkProblem(),
    problem(422, 'post.invalid'),
    problem(503, 'request.outcome_unknown'),
    'made',
    'made',
  ]);
  expect(new Set(keys.slice(0, 4)).size).toBe(1);
  expect(keys[4]).not.toBe(keys[3]);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
});

test('what is told to be something else is something else from then on', async () => {
  const [first, second] = await keysOf([problem(422, 'request.key_reused'), 'made']);
  expect(second).not.toBe(first);
});

test('a request that still runs is asked about again, until it is made or for five seconds', async () => {
  const call = vi.fn(async () => {
    if (call.mock.calls.length < 3) throw problem(409, 'request.in_progress');
    return 'made';
  });
  const made = new IdempotencyKey().send(call);
  await vi.advanceTimersByTimeAsync(2000);
  expect(await made).toBe('made');
  const never = vi.fn(async () => {
    throw problem(409, 'request.in_progress');
  });
  const refused = expect(new IdempotencyKey().send(never)).rejects.toMatchObject({ code: 'request.in_progress' });
  await vi.advanceTimersByTimeAsync(6000);
  await refused;
  expect(never).toHaveBeenCalledTimes(6);
});
