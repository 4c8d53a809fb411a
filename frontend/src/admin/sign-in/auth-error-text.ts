import { ApiProblem } from '../../api/problem';

/** The text above a sign-in form: the server's own words, else the catalogue's. */
export function authErrorText(cause: unknown): string {
  return cause instanceof ApiProblem && cause.isAnswer && cause.error ? cause.error : 'Something went wrong';
}
