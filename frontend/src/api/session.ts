import { problemFromResponse } from './problem';
import {
  isPastExpiry,
  isStaffClaims,
  readClaims,
  readToken,
  removeBothTokens,
  removeToken,
  type SessionKind,
  storeToken,
} from './tokens';

/** Result of a token refresh. `unknown`: network error or 5xx; the session must not be treated as ended. */
type RefreshOutcome = 'renewed' | 'ended' | 'unknown';

const running = new Map<SessionKind, Promise<RefreshOutcome>>();

/**
 * Refreshes the token of a session, once (single flight): concurrent calls share the request; other tabs wait for a
 * lock, then find the new token in storage. `failedToken` is the token that the server has just refused.
 */
export function refreshSession(kind: SessionKind, failedToken: string): Promise<RefreshOutcome> {
  const flight = running.get(kind);
  if (flight) return flight;
  const started = withTabLock(kind, () => refreshOnce(kind, failedToken)).finally(() => running.delete(kind));
  running.set(kind, started);
  return started;
}

async function refreshOnce(kind: SessionKind, failedToken: string): Promise<RefreshOutcome> {
  const stored = readToken(kind);
  if (!stored) return 'ended';
  if (stored !== failedToken) return 'renewed'; // another tab was here first
  let response: Response;
  let body: unknown;
  try {
    response = await fetch('/api/auth/refresh', {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ kind }),
    });
    body = await response.json();
  } catch {
    return 'unknown';
  }
  if (response.ok && hasToken(body)) {
    storeToken(kind, body.token);
    return 'renewed';
  }
  if (response.status === 401 && problemFromResponse(401, body).isAnswer) return 'ended';
  return 'unknown';
}

/** Runs `work` in one tab at a time (Web Locks API). */
function withTabLock(kind: SessionKind, work: () => Promise<RefreshOutcome>): Promise<RefreshOutcome> {
  // Where the Locks API is missing (plain http on a local network), each tab refreshes for itself; the server keeps a
  // rotated cookie good for 30 s for that case.
  const locks = (navigator as { locks?: LockManager }).locks;
  return locks ? locks.request(`mwanga-refresh-${kind}`, work) : work();
}

/**
 * Takes over when a staff session ends, instead of the redirect (the admin screen signs in over unsaved work).
 * Resolves to true when somebody signed in again (the call is repeated), false to let the redirect happen.
 */
type StaffSessionEndedHandler = () => Promise<boolean>;

let staffHandler: StaffSessionEndedHandler | null = null;
let pendingSignIn: Promise<boolean> | null = null;

/** Registers the handler, until the returned function is called. The last one registered counts. */
export function onStaffSessionEnded(handler: StaffSessionEndedHandler): () => void {
  staffHandler = handler;
  return () => {
    if (staffHandler !== handler) return;
    staffHandler = null;
    // Nobody answers any more what it had asked: the next end of a session asks anew.
    pendingSignIn = null;
  };
}

/** Ends the session of `kind`. True when the staff handler got somebody to sign in again. */
export async function endSession(kind: SessionKind): Promise<boolean> {
  if (kind === 'staff' && staffHandler) {
    const signIn = pendingSignIn ?? staffHandler();
    pendingSignIn = signIn;
    const isSignedIn = await signIn.finally(() => {
      if (pendingSignIn === signIn) pendingSignIn = null;
    });
    if (isSignedIn) return true;
  }
  removeBothTokens();
  window.location.assign('/auth/login');
  return false;
}

/** State of the stored session of a kind. `unknown`: the server could not be reached. */
type SessionState = 'valid' | 'missing' | 'ended' | 'unknown';

/** The state of a session, after a refresh of an expired token. An ended session is removed. */
export async function checkSession(kind: SessionKind, now: () => number = Date.now): Promise<SessionState> {
  const token = readToken(kind);
  if (!token) return 'missing';
  const claims = readClaims(token);
  if (claims && !isPastExpiry(claims, now())) return 'valid';
  const outcome = claims ? await refreshSession(kind, token) : 'ended';
  if (outcome === 'ended') removeToken(kind);
  return outcome === 'renewed' ? 'valid' : outcome;
}

/** The state of the staff session, for the guards of the admin area. */
export async function checkStaffSession(now: () => number = Date.now): Promise<SessionState | 'not-staff'> {
  const state = await checkSession('staff', now);
  if (state !== 'valid') return state;
  const claims = readClaims(readToken('staff') ?? '');
  return claims && isStaffClaims(claims) ? 'valid' : 'not-staff';
}

function hasToken(body: unknown): body is { token: string } {
  return typeof body === 'object' && body !== null && typeof (body as { token?: unknown }).token === 'string';
}
