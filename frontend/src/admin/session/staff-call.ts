import { ApiProblem } from '../../api/problem';
import { endSession } from '../../api/session';
import { readToken } from '../../api/tokens';

/**
 * Makes an API call of the admin area. Where the staff token is missing (signed out in another tab), it is handled like
 * the end of a session: sign-in again over the form if there is unsaved work, then the call is repeated.
 */
export async function staffCall<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (problem) {
    if (!requiresSignIn(problem)) throw problem;
    if (!(await endSession('staff'))) throw problem;
    return call();
  }
}

function requiresSignIn(problem: unknown): boolean {
  if (!(problem instanceof ApiProblem) || readToken('staff')) return false;
  return problem.status === 401 || problem.status === 403;
}
