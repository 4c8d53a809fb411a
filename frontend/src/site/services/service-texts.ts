import { loadChunk } from '../load-chunk';
import type { ServiceText } from './service-text';

type Module = { text: ServiceText };

/** The texts at hand: all of them on the server, in the browser those that were opened. By slug. */
const atHand = new Map<string, ServiceText>();

/**
 * The slug a service goes by: one of them is known under two. The server redirects; this is for links inside the site.
 */
export function serviceSlug(slug: string): string {
  return slug === 'core-it-support' ? 'core-it-support-services' : slug;
}

/** The words of a service page; nothing where there is no such service, or before `loadServiceText` has fetched it. */
export function serviceText(slug: string): ServiceText | undefined {
  return atHand.get(slug);
}

/** Keeps texts for rendering, by the names of their files. */
export function keepServiceTexts(modules: Record<string, Module>): void {
  for (const [file, { text }] of Object.entries(modules)) atHand.set(slugOf(file), text);
}

/** Fetches the text of a service: a chunk each, because together they weigh more than everything else on the page. */
export async function loadServiceText(slug = ''): Promise<void> {
  const files = import.meta.glob<Module>('./texts/*.ts');
  const file = Object.keys(files).find((name) => slugOf(name) === serviceSlug(slug));
  const load = file && files[file];
  if (load && file && !atHand.has(slugOf(file))) keepServiceTexts({ [file]: await loadChunk(load) });
}

function slugOf(file: string): string {
  return file.replace(/^.*\/(.+)\.ts$/, '$1');
}
