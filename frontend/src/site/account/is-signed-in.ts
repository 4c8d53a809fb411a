import { checkSession, checkStaffSession } from '../../api/session';

/**
 * Whether a stored token is good, after trying to renew one that is past its time. When the server cannot be asked the
 * form stays: signing in again does no harm.
 */
export async function isSignedIn(): Promise<boolean> {
  return (await checkSession('reader')) === 'valid' || (await checkStaffSession()) === 'valid';
}
