import { ApiProblem } from './problem';
import { randomId } from './random-id';

/** The `Idempotency-Key` header: a request that is repeated with the same key creates nothing twice. */
export const idempotencyHeader = (key: string) => ({ 'Idempotency-Key': key });

/** Whether the outcome of a failed request is unknown: its response was lost, or the server could not tell. */
export function hasUnknownOutcome(cause: unknown): boolean {
  if (!(cause instanceof ApiProblem)) return true;
  return !cause.isAnswer || cause.status >= 500 || cause.code === 'request.in_progress';
}

/** Whether the key was used before with another body. */
export function isKeyReused(cause: unknown): cause is ApiProblem {
  return cause instanceof ApiProblem && cause.code === 'request.key_reused';
}

/** Retries of a request that the server still processes, a second apart. */
const MAX_RETRIES = 5;

/**
 * Idempotency key of what a screen creates. It stays the same through errors, because the response of a request that
 * succeeded may be lost. It is replaced after a success, and when the server says that it was used with another body.
 */
export class IdempotencyKey {
  #key = randomId();

  /** Sends the request, and retries while an earlier one with the same key is in progress. */
  async send<T>(call: (headers: Record<string, string>) => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        const result = await call(idempotencyHeader(this.#key));
        this.#key = randomId();
        return result;
      } catch (cause) {
        if (isKeyReused(cause)) this.#key = randomId();
        const isInProgress = cause instanceof ApiProblem && cause.code === 'request.in_progress';
        if (!isInProgress || attempt === MAX_RETRIES) throw cause;
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
    }
  }
}
