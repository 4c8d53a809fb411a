// Local storage of the newsletter pop-up: whether it was closed, or its reader subscribed.
const key = 'newsletter';
const snoozeMs = 30 * 24 * 60 * 60 * 1000;

type StoredState = { subscribed?: boolean; closedAt?: number };

/** Whether the pop-up may show: never once subscribed, and not for 30 days after it was closed. `now` in ms. */
export function mayShowPopup(now: number): boolean {
  const { subscribed, closedAt } = read();
  if (subscribed) return false;
  return closedAt === undefined || now - closedAt >= snoozeMs;
}

/** Stores that this reader subscribed: the pop-up is not shown again. */
export function saveSubscribed(): void {
  write({ subscribed: true });
}

/** Stores that the pop-up was closed. `now` in ms since 1970. */
export function saveClosed(now: number): void {
  if (!read().subscribed) write({ closedAt: now });
}

function read(): StoredState {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof found === 'object' && found !== null ? found : {};
  } catch {
    return {};
  }
}

function write(state: StoredState): void {
  try {
    localStorage.setItem(key, JSON.stringify(state));
  } catch {
    // Storage is switched off: the pop-up is shown again on the next page load.
  }
}
