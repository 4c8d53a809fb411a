import { useEffect, useState } from 'react';

/**
 * Whole seconds until a moment, counted down by the server's clock, because this machine's may be wrong; 0 once it is
 * past.
 */
export function useSecondsUntil(utc: string, serverNow: string): number {
  const [heard, setHeard] = useState(() => ({ serverNow, ahead: aheadOf(serverNow) }));
  if (heard.serverNow !== serverNow) setHeard({ serverNow, ahead: aheadOf(serverNow) });
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, Math.ceil((Date.parse(utc) - now - heard.ahead) / 1000));
  const over = left === 0;
  useEffect(() => {
    if (over) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [over]);
  return left;
}

function aheadOf(serverNow: string): number {
  return Date.parse(serverNow) - Date.now();
}
