import { isPastExpiry, readClaims, readToken, saysStaff, storeToken } from '../../api/tokens';

/**
 * Puts a token into the staff slot, if its claims say admin and its time has not passed. What is read out of a token
 * only decides what is painted; the server checks its own row on every call.
 */
export function acceptStaffToken(token: string): boolean {
  const claims = readClaims(token);
  if (!claims || !saysStaff(claims) || isPastExpiry(claims, Date.now())) return false;
  storeToken('staff', token);
  return true;
}

/** The e-mail address of the signed-in staff account, as far as its token tells. */
export function staffEmail(): string {
  return staffClaims()?.email ?? '';
}

/** The id of the signed-in staff account; null when its token does not tell. */
export function staffId(): number | null {
  return Number(staffClaims()?.sub) || null;
}

/** Whether the staff page is worth showing a way to. */
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
