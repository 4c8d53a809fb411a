// Local storage: what this browser knows of its reader and the newsletter. Enough to leave them alone, and nothing
// else.
const key = 'newsletter';
const restMs = 30 * 24 * 60 * 60 * 1000;

type Memory = { subscribed?: boolean; closedAt?: number };

/** Whether the pop-up may show: never once subscribed, and not for 30 days after it was closed. `now` in ms. */
export function mayInvite(now: number): boolean {
  const { subscribed, closedAt } = read();
  if (subscribed) return false;
  return closedAt === undefined || now - closedAt >= restMs;
}

export function rememberSubscribed(): void {
  write({ subscribed: true });
}

/** `now` in ms since 1970. */
export function rememberClosed(now: number): void {
  if (!read().subscribed) write({ closedAt: now });
}

function read(): Memory {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof found === 'object' && found !== null ? found : {};
  } catch {
    return {};
  }
}

function write(memory: Memory): void {
  try {
    localStorage.setItem(key, JSON.stringify(memory));
  } catch {
    // Storage is switched off: the pop-up comes again with the next document.
  }
}
