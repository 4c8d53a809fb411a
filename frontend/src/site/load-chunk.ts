const timeoutMs = 120_000;
const reloadedKey = 'mwanga:reloaded-for-chunk';

let destination: (() => string | null) | null = null;

/** Registers how to find the target of the running navigation: the reload after a failed chunk goes there. */
export function setDestination(find: () => string | null): void {
  destination = find;
}

/**
 * Loads a page's chunk. One that fails or takes 120 s reloads the page once: after a new release the old file is gone
 * and the new HTML names the new one. If it fails again, the error goes to the router's error screen.
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The page took too long to load.')), timeoutMs);
  });
  try {
    const chunk = await Promise.race([load(), late]);
    sessionStorage.removeItem(reloadedKey);
    return chunk;
  } catch (error) {
    if (sessionStorage.getItem(reloadedKey)) {
      sessionStorage.removeItem(reloadedKey);
      throw error;
    }
    sessionStorage.setItem(reloadedKey, 'yes');
    goTo(destination?.() ?? null);
    return new Promise<never>(() => {}); // the document is about to be replaced
  } finally {
    clearTimeout(timer);
  }
}

function goTo(address: string | null): void {
  if (address) window.location.assign(address);
  else window.location.reload();
}
