// Session tokens in local storage, one of a reader and one of staff, and their claims.
// Claims only decide what is shown; the server checks the session on every call.

export type SessionKind = 'reader' | 'staff';

const keys: Record<SessionKind, string> = { reader: 'token', staff: 'admin_token' };

/** The claims the client reads. */
type Claims = {
  sub: string;
  email?: string;
  /** Seconds since 1970. */
  exp?: number;
  is_admin?: boolean;
  role?: string;
};

const listeners = new Set<() => void>();

export function readToken(kind: SessionKind): string | null {
  try {
    return localStorage.getItem(keys[kind]);
  } catch {
    return null; // storage switched off: nobody is signed in
  }
}

export function storeToken(kind: SessionKind, token: string): void {
  try {
    localStorage.setItem(keys[kind], token);
  } catch {
    // Storage full or switched off: the session lasts as long as its cookie can refresh it.
  }
  notify();
}

export function removeToken(kind: SessionKind): void {
  try {
    localStorage.removeItem(keys[kind]);
    localStorage.removeItem('plan'); // of the account that ends here (site/hooks/own-plan.ts)
  } catch {
    // nothing was stored then
  }
  notify();
}

export function removeBothTokens(): void {
  removeToken('reader');
  removeToken('staff');
}

/** Removes stored tokens that cannot be decoded; runs at start. */
export function removeUnreadableTokens(): void {
  for (const kind of ['reader', 'staff'] as const) {
    const token = readToken(kind);
    if (token && !readClaims(token)) removeToken(kind);
  }
}

/** The kind of session whose token is sent with a request: staff before reader. */
export function activeKind(): SessionKind | null {
  if (readToken('staff')) return 'staff';
  return readToken('reader') ? 'reader' : null;
}

/** Calls `listener` when a token is stored or removed, in this tab or another. For `useSyncExternalStore`. */
export function onTokensChange(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The claims of a token, or null (and a line in the console) when it cannot be decoded. */
export function readClaims(token: string): Claims | null {
  try {
    const payload = token.split('.')[1];
    if (!payload) throw new Error('no payload');
    const bytes = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const claims: unknown = JSON.parse(decodeURIComponent(Array.from(bytes, percent).join('')));
    if (typeof claims !== 'object' || claims === null) throw new Error('no claims');
    return claims as Claims;
  } catch {
    console.error('Invalid token format');
    return null;
  }
}

/** Claims of the account that is signed in, from its token. */
export function signedInClaims(): Claims | null {
  const token = readToken('staff') ?? readToken('reader');
  return token ? readClaims(token) : null;
}

/** True once `exp` has passed; a token without `exp` counts as past it. */
export function isPastExpiry(claims: Claims, nowMs: number): boolean {
  return typeof claims.exp !== 'number' || claims.exp * 1000 <= nowMs;
}

/** Whether the claims are of a member of staff. */
export function isStaffClaims(claims: Claims): boolean {
  return claims.is_admin === true || claims.role === 'admin' || claims.role === 'editor';
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
}

function notify(): void {
  for (const listener of listeners) listener();
}
