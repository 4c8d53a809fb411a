/** Attributes that hold addresses of files. */
const ATTRIBUTES = ['src', 'srcset', 'poster', 'href'];

/** An address that is signed for an hour: what it names, and the signature. */
const SIGNED = /(\/media\/[^"\s?]+)\?signed=[\w.]+/g;

/** Whether an element shows a file whose address ends, as those in gated texts do where media is private. */
export function hasSignedFile(element: Element): boolean {
  return ATTRIBUTES.some((name) => element.getAttribute(name)?.includes('?signed=') ?? false);
}

/** Puts the addresses of a text that was fetched anew into what a drawn one has not loaded, and into its links. */
export function renewFiles(drawn: Element, fresh: string): void {
  const addresses = new Map(Array.from(fresh.matchAll(SIGNED), ([whole, path = '']) => [path, whole]));
  for (const element of drawn.querySelectorAll('img, video, track, a')) {
    if (isLoaded(element)) continue;
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
