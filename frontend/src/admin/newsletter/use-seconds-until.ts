import { useEffect, useState } from 'react';

/** Whole seconds until a moment, counted down; 0 once it is past. */
export function useSecondsUntil(utc: string): number {
  const end = new Date(utc).getTime();
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, Math.ceil((end - now) / 1000));
  const over = left === 0;
  useEffect(() => {
    if (over) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [over]);
  return left;
}
