import { type ApiProblem, networkProblem, problemFromResponse } from './problem';
import { activeKind, readToken } from './tokens';

/** A path below /api with its query, spelled as in the query key: "/posts/public?exclude=sponsored". */
export type ApiPath = `/${string}`;

type QueryValue = string | number | boolean | null | undefined;

type RequestOptions = {
  /** Sent as JSON; FormData and files are sent as they are. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /**
   * `none` for what every visitor may read: those answers are the same for everybody, and a session that has ended
   * must not get between a reader and a page.
   */
  auth?: 'session' | 'none';
};

/** The one way to the API. Every method answers the parsed body or throws an `ApiProblem`. */
export const api = {
  get: <T>(path: ApiPath, options?: RequestOptions) => send<T>('GET', path, options),
  post: <T>(path: ApiPath, body?: unknown, options?: RequestOptions) => send<T>('POST', path, { ...options, body }),
  put: <T>(path: ApiPath, body?: unknown, options?: RequestOptions) => send<T>('PUT', path, { ...options, body }),
  delete: <T>(path: ApiPath, options?: RequestOptions) => send<T>('DELETE', path, options),
};

/** Adds a query to a path; values that are null, undefined or "" are left out, so that one call has one spelling. */
export function apiPath(path: ApiPath, query: Record<string, QueryValue> = {}): ApiPath {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`);
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path;
}

async function send<T>(method: string, path: ApiPath, options: RequestOptions = {}): Promise<T> {
  const kind = options.auth === 'none' ? null : activeKind();
  const token = kind ? readToken(kind) : null;
  const first = await exchange<T>(method, path, options, token);
  if (!(first instanceof Failure)) return first.body;
  if (!kind || !token || !isSessionError(first.problem)) throw warned(first.problem);

  // Before the session counts as ended, its cookie may renew it. Few readers get here: the code comes when it is
  // needed.
  const { endSession, refreshSession } = await import('./session');
  const outcome = await refreshSession(kind, token);
  if (outcome === 'unknown') throw first.problem;
  if (outcome === 'renewed') {
    const second = await exchange<T>(method, path, options, readToken(kind));
    if (!(second instanceof Failure)) return second.body;
    if (!isSessionError(second.problem)) throw warned(second.problem);
  }
  if (!(await endSession(kind))) throw first.problem;
  const again = await exchange<T>(method, path, options, readToken(kind));
  if (again instanceof Failure) throw warned(again.problem);
  return again.body;
}

/** The rule of the specification's section 8, read from the parsed `error` of an answer of our API and nothing else. */
export function isSessionError(problem: ApiProblem): boolean {
  return problem.isAnswer && /expired|token/i.test(problem.error);
}

class Failure {
  readonly problem: ApiProblem;
  constructor(problem: ApiProblem) {
    this.problem = problem;
  }
}

async function exchange<T>(
  method: string,
  path: ApiPath,
  { body, headers, signal }: RequestOptions,
  token: string | null,
): Promise<{ body: T } | Failure> {
  const isRaw =
    (typeof FormData !== 'undefined' && body instanceof FormData) ||
    (typeof Blob !== 'undefined' && body instanceof Blob);
  let response: Response;
  let text: string;
  try {
    response = await fetch(`/api${path}`, {
      method,
      credentials: 'same-origin',
      signal,
      headers: {
        Accept: 'application/json',
        ...(body !== undefined && !isRaw ? { 'Content-Type': 'application/json' } : {}),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      body: body === undefined ? undefined : isRaw ? (body as FormData | Blob) : JSON.stringify(body),
    });
    text = await response.text();
  } catch (cause) {
    if (signal?.aborted) throw cause; // the caller gave up; TanStack Query knows this error
    return new Failure(networkProblem());
  }
  const parsed = parse(text);
  if (response.ok && parsed !== undefined) return { body: parsed as T };
  return new Failure(problemFromResponse(response.status, parsed, response.headers.get('x-request-id')));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function warned(problem: ApiProblem): ApiProblem {
  if (problem.status === 403) console.warn(`403 ${problem.code}: ${problem.error}`);
  return problem;
}
