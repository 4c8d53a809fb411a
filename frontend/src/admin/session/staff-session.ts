import { isPastExpiry, isStaffClaims, readClaims, readToken, storeToken } from '../../api/tokens';

/**
 * Stores a token as the staff session, if its claims are of staff and it has not expired. Claims only decide what is
 * shown; the server checks the session on every call.
 */
export function acceptStaffToken(token: string): boolean {
  const claims = readClaims(token);
  if (!claims || !isStaffClaims(claims) || isPastExpiry(claims, Date.now())) return false;
  storeToken('staff', token);
  return true;
}

/** The e-mail address of the signed-in staff account, from its token. */
export function staffEmail(): string {
  return staffClaims()?.email ?? '';
}

/** The id of the signed-in staff account; null when its token has none. */
export function staffId(): number | null {
  return Number(staffClaims()?.sub) || null;
}

/** Whether the signed-in staff account is an administrator; decides whether links to the staff page are shown. */
export function isAdministrator(): boolean {
  return staffClaims()?.role === 'admin';
}

function staffClaims() {
  const token = readToken('staff');
  return token ? readClaims(token) : null;
}

/** True for a reader's token that could be used now. */
export function isReaderSignedIn(): boolean {
  const token = readToken('reader');
  const claims = token ? readClaims(token) : null;
  return claims !== null && !isPastExpiry(claims, Date.now());
}
