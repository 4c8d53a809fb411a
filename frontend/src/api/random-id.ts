/**
 * 32 characters that nobody else has. `crypto.randomUUID` is missing where a server is opened by plain http and its
 * address.
 */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
