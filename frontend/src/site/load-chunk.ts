const timeoutMs = 120_000;
const reloadedKey = 'mwanga:reloaded-for-chunk';

let destination: (() => string | null) | null = null;

/** Registers how to find the target of the running navigation: the reload after a failed chunk goes there. */
export function setDestination(find: () => string | null): void {
  destination = find;
}

/**
 * Loads a page's chunk. One that fails or takes 120 s reloads the page once: after a new release the old file is gone
 * and the new HTML names the new one. If it fails again, what the server drew stays; the error screen is for a
 * navigation, which has nothing drawn.
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The page took too long to load.')), timeoutMs);
  });
  try {
    const chunk = await Promise.race([load(), late]);
    storage()?.removeItem(reloadedKey);
    return chunk;
  } catch (error) {
    const kept = storage();
    if (!kept || kept.getItem(reloadedKey)) {
      kept?.removeItem(reloadedKey);
      throw error;
    }
    kept.setItem(reloadedKey, 'yes');
    goTo(destination?.() ?? null);
    return new Promise<never>(() => {}); // the document is about to be replaced
  } finally {
    clearTimeout(timer);
  }
}

/** None where storage is switched off: nothing would say that the page was loaded again already. */
function storage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

function goTo(address: string | null): void {
  if (address) window.location.assign(address);
  else window.location.reload();
}
