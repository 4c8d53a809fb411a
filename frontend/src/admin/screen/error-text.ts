import { ApiProblem } from '../../api/problem';

/** What went wrong with a call: the server's own words, else the catalogue's. */
export function errorText(cause: unknown): string {
  return cause instanceof ApiProblem && cause.isAnswer && cause.error ? cause.error : 'Something went wrong';
}
