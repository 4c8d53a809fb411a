import { ApiProblem } from '../../api/problem';
import { endSession } from '../../api/session';
import { readToken } from '../../api/tokens';

/**
 * Makes a call of the admin area. When the staff slot is empty (signed out in another tab) the server asks to sign in;
 * that is done here like the end of a session: over the form when there is unsaved work, and then the call is repeated.
 */
export async function staffCall<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (problem) {
    if (!asksToSignIn(problem)) throw problem;
    if (!(await endSession('staff'))) throw problem;
    return call();
  }
}

function asksToSignIn(problem: unknown): boolean {
  if (!(problem instanceof ApiProblem) || readToken('staff')) return false;
  return problem.status === 401 || problem.status === 403;
}
