import type { ProblemBody, ProblemCode } from './types';

/** What programs switch on: the server's closed list, and two codes of the client. */
export type ClientProblemCode = ProblemCode | 'client.network' | 'client.bad_answer';

/**
 * Error of an API call: the only error class of the client.
 *
 * Programs switch on `code` ("post.slug_taken"), people read `error`. Two codes are of the client: `client.network` (no
 * response, `status` is 0) and `client.bad_answer` (the response was not JSON of the API).
 */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: number;
  readonly code: ClientProblemCode;
  readonly error: string;
  /** One text per field that was refused. */
  readonly fields: Record<string, string>;
  readonly requestId: string | null;
  /** The parsed body, for responses with more fields (409 `post.changed` has `current`). */
  readonly body: unknown;

  constructor(
    status: number,
    code: ClientProblemCode,
    error: string,
    more: { fields?: Record<string, string>; requestId?: string | null; body?: unknown } = {},
  ) {
    super(error);
    this.status = status;
    this.code = code;
    this.error = error;
    this.fields = more.fields ?? {};
    this.requestId = more.requestId ?? null;
    this.body = more.body;
  }

  /** Whether the body is a problem of the API, so that its text may be shown. */
  get isAnswer(): boolean {
    return !this.code.startsWith('client.');
  }
}

/** The problem of a response, by status and parsed body. Used by the client and when seeding the query cache. */
export function problemFromResponse(status: number, body: unknown, requestId: string | null = null): ApiProblem {
  if (!isProblemBody(body)) {
    return new ApiProblem(status, 'client.bad_answer', `The server answered with status ${status}.`, {
      requestId,
      body,
    });
  }
  return new ApiProblem(status, body.code, body.error, {
    fields: body.fields,
    requestId: body.request_id ?? requestId,
    body,
  });
}

/** The problem of a call without a response. */
export function networkProblem(): ApiProblem {
  return new ApiProblem(0, 'client.network', 'Network error - check your connection');
}

function isProblemBody(body: unknown): body is ProblemBody {
  if (typeof body !== 'object' || body === null) return false;
  const { error, code } = body as { error?: unknown; code?: unknown };
  return typeof error === 'string' && typeof code === 'string';
}
