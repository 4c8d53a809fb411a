import { useEffect, useState } from 'react';

/**
 * Whole seconds until a moment, counted down by the server's clock, because this machine's may be wrong; 0 once it is
 * past.
 */
export function useSecondsUntil(utc: string, serverNow: string): number {
  const [clock, setClock] = useState(() => ({ serverNow, offsetMs: clockOffsetMs(serverNow) }));
  if (clock.serverNow !== serverNow) setClock({ serverNow, offsetMs: clockOffsetMs(serverNow) });
  const [now, setNow] = useState(Date.now);
  const seconds = Math.max(0, Math.ceil((Date.parse(utc) - now - clock.offsetMs) / 1000));
  const isPast = seconds === 0;
  useEffect(() => {
    if (isPast) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isPast]);
  return seconds;
}

/** How far the server's clock is ahead of this machine's, in ms. */
function clockOffsetMs(serverNow: string): number {
  return Date.parse(serverNow) - Date.now();
}
