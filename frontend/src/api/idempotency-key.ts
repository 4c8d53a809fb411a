import { ApiProblem } from './problem';
import { randomId } from './random-id';

/** Idempotency: a request that creates, sent again under the same key, makes nothing twice. */
export const idempotencyHeader = (key: string) => ({ 'Idempotency-Key': key });

/** Whether a request that failed may have done what it asked for: its answer was lost, or the server could not tell. */
export function hasUnknownOutcome(cause: unknown): boolean {
  if (!(cause instanceof ApiProblem)) return true;
  return !cause.isAnswer || cause.status >= 500 || cause.code === 'request.in_progress';
}

/** The key made something out of another body. */
export function isKeyReused(cause: unknown): cause is ApiProblem {
  return cause instanceof ApiProblem && cause.code === 'request.key_reused';
}

/** How often a request that the server still works on is asked about, a second apart. */
const ASKED = 5;

/**
 * The key of one thing that a screen makes. It stays through every error, because an answer may be lost and the next
 * one refuse something else; with the thing made, or told to be another one, the next thing begins.
 */
export class IdempotencyKey {
  #key = randomId();

  async send<T>(call: (headers: Record<string, string>) => Promise<T>): Promise<T> {
    for (let asked = 0; ; asked++) {
      try {
        const made = await call(idempotencyHeader(this.#key));
        this.#key = randomId();
        return made;
      } catch (cause) {
        if (isKeyReused(cause)) this.#key = randomId();
        const stillRuns = cause instanceof ApiProblem && cause.code === 'request.in_progress';
        if (!stillRuns || asked === ASKED) throw cause;
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
    }
  }
}
