import { api } from '../../api/client';
import type { Post } from '../../api/types';

/** Attributes that hold addresses of files. */
const ATTRIBUTES = ['src', 'srcset', 'poster', 'href'];

/** An address that is signed for an hour: what it names, and the signature. */
const SIGNED = /(\/media\/[^"\s?]+)\?signed=[\w.]+/g;

/** Signed addresses are good for 55 minutes at least: younger ones failed for another reason. */
const FRESH_MS = 50 * 60_000;

/** When addresses were last asked for: with the page itself at first. */
let renewedAt = performance.timeOrigin;

/**
 * Asks for a gated post again where the address of a file that is missing from its text may have ended, and puts the
 * new ones into the text. It stays as it is drawn: one that is set anew would stop videos and load every picture again.
 */
export async function renewFiles(missing: Element, postId: number): Promise<void> {
  const drawn = missing.closest('.prose');
  if (!drawn || !missing.outerHTML.includes('?signed=') || Date.now() - renewedAt < FRESH_MS) return;
  renewedAt = Date.now();
  const { content } = await api.get<Post>(`/posts/${postId}/full`);
  putAddresses(drawn, content);
}

/** Puts the addresses of a text that was fetched anew into what a drawn one has not loaded, and into its links. */
export function putAddresses(drawn: Element, fresh: string): void {
  const addresses = new Map(Array.from(fresh.matchAll(SIGNED), ([whole, path = '']) => [path, whole]));
  for (const element of drawn.querySelectorAll('img, source, video, track, a')) {
    if (isLoaded(element.closest('picture')?.querySelector('img') ?? element)) continue;
    for (const name of ATTRIBUTES) {
      const value = element.getAttribute(name);
      const renewed = value?.replaceAll(SIGNED, (whole, path: string) => addresses.get(path) ?? whole);
      if (renewed !== undefined && renewed !== value) element.setAttribute(name, renewed);
    }
  }
}

/** What is there stays as it is: nothing is fetched twice, and no video stops. */
function isLoaded(element: Element): boolean {
  if (element instanceof HTMLImageElement) return element.complete && element.naturalWidth > 0;
  return element instanceof HTMLVideoElement && element.readyState > 0 && element.error === null;
}
