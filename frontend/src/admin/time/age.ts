const HOUR_MS = 3_600_000;

/** How long ago something was, in whole hours: "less than an hour", "an hour", "14 hours", "3 days". */
export function age(utc: string, now = Date.now()): string {
  const hours = Math.floor((now - Date.parse(utc)) / HOUR_MS);
  if (hours < 1) return 'less than an hour';
  if (hours === 1) return 'an hour';
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
}
