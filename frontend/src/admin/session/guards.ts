import { type LoaderFunctionArgs, redirect } from 'react-router';
import { checkStaffSession } from '../../api/session';
import { readToken } from '../../api/tokens';
import { isEditor, isReaderSignedIn } from './staff-session';

/** Lets staff into the admin area. When the server cannot be asked the screen opens and its calls say what is wrong. */
export async function requireStaff() {
  const session = await checkStaffSession();
  if (session === 'missing' || session === 'ended') return redirect('/admin-auth');
  if (session === 'not-staff') return loadDocument('/auth/login');
  return null;
}

/** Lets editors and administrators in; contributors and authors are sent to their posts. */
export async function requireEditor() {
  return (await requireStaff()) ?? (isEditor() ? null : redirect('/admin'));
}

/** Lets staff see what is read and clicked; everybody else is sent to the front page. */
export async function requireStaffOrHome() {
  const session = await checkStaffSession();
  if (session !== 'valid' && session !== 'unknown') return loadDocument('/');
  return isEditor() ? null : redirect('/admin');
}

/** Sends whoever is signed in already to where they belong. A reader who opens an invite stays, to accept it. */
export async function redirectWhenSignedIn({ request }: LoaderFunctionArgs) {
  if (new URL(request.url).searchParams.get('code') && !readToken('staff')) return null;
  const session = await checkStaffSession();
  if (session === 'valid') return redirect('/admin');
  if (session === 'not-staff') return loadDocument('/');
  if (session !== 'unknown' && isReaderSignedIn()) return loadDocument('/');
  return null;
}

/** Leaves the admin bundle. The promise never settles, so that nothing is painted until the next document is there. */
export function loadDocument(path: string): Promise<never> {
  window.location.assign(path);
  return new Promise(() => {});
}
