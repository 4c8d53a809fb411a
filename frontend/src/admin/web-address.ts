import type { FocusEvent } from 'react';

/** A host whose last part is no number, then a port, a path, both or nothing. */
const BEGINS_WITH_HOST = /^(?:[^\s.:/?#@\\]+\.)+\p{L}[^\s.:/?#@\\]+(?::\d+)?(?:[/?#]\S*)?$/u;

/**
 * `https://` put before an address that begins with the name of a host: `jumia.co.ke/x`. Everything else stays as
 * it is. The server's `web_address::complete` is its twin.
 */
export function completedAddress(typed: string): string {
  const address = typed.trim();
  return BEGINS_WITH_HOST.test(address) ? `https://${address}` : address;
}

/** For the `onBlur` of a field that keeps its own text. */
export function completeAddress({ target }: FocusEvent<HTMLInputElement>): void {
  target.value = completedAddress(target.value);
}
