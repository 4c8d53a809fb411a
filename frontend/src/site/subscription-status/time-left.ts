/** How much time is left, in whole minutes; all zero once it is over. */
export function timeLeft(
  untilMs: number,
  nowMs: number,
): { days: number; hours: number; minutes: number; over: boolean } {
  const minutes = Math.max(0, Math.floor((untilMs - nowMs) / 60_000));
  return {
    days: Math.floor(minutes / 1440),
    hours: Math.floor(minutes / 60) % 24,
    minutes: minutes % 60,
    over: untilMs <= nowMs,
  };
}
