import { loadChunk } from '../load-chunk';
import type { ServiceText } from './service-text';

type Module = { text: ServiceText };

/** Loaded texts by slug: all of them on the server, in the browser those that were opened. */
const loadedTexts = new Map<string, ServiceText>();

/**
 * The canonical slug of a service: one has an alias. The server redirects; this is for links inside the site.
 */
export function serviceSlug(slug: string): string {
  return slug === 'core-it-support' ? 'core-it-support-services' : slug;
}

/** The text of a service page; undefined where there is no such service, or before `loadServiceText` has fetched it. */
export function serviceText(slug: string): ServiceText | undefined {
  return loadedTexts.get(slug);
}

/** Registers texts for rendering, by the names of their files. */
export function registerServiceTexts(modules: Record<string, Module>): void {
  for (const [file, { text }] of Object.entries(modules)) loadedTexts.set(slugOf(file), text);
}

/** Fetches the text of a service: a chunk each, because together they weigh more than everything else on the page. */
export async function loadServiceText(slug = ''): Promise<void> {
  const files = import.meta.glob<Module>('./texts/*.ts');
  const file = Object.keys(files).find((name) => slugOf(name) === serviceSlug(slug));
  const load = file && files[file];
  if (load && file && !loadedTexts.has(slugOf(file))) registerServiceTexts({ [file]: await loadChunk(load) });
}

function slugOf(file: string): string {
  return file.replace(/^.*\/(.+)\.ts$/, '$1');
}
