import { isPastExpiry, isStaffClaims, readClaims, readToken, storeToken } from '../../api/tokens';
import type { Role } from '../../api/types';

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

/** The role of the signed-in staff account; null without one. */
function staffRole(): Role | null {
  return (staffClaims()?.role as Role | undefined) ?? null;
}

/** Whether the signed-in staff account is an editor or administrator: others see what belongs to their own posts. */
export function isEditor(): boolean {
  const role = staffRole();
  return role === 'editor' || role === 'admin';
}

/** Whether the signed-in staff account writes drafts that editors publish. */
export function isContributor(): boolean {
  return staffRole() === 'contributor';
}

/** Whether the signed-in staff account is an administrator; decides whether links to the staff page are shown. */
export function isAdministrator(): boolean {
  return staffRole() === 'admin';
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
