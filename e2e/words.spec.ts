import type { APIRequestContext } from '@playwright/test';
import { pageKinds } from './support/page-kinds.ts';
import { richPost } from './support/posts.ts';
import { expect, test } from './support/test.ts';

/** Words of different elements with neither a blank nor the edge of a block between them, in a page's own HTML. */
function runTogether(html: string): string[] {
  const inline = new Set(
    (
      'a abbr b bdi bdo button cite code data del dfn em i input ins kbd label mark output q s samp select small span ' +
      'strong time u var'
    ).split(' '),
  );
  // What an editor wrote is the editor's: H₂O, and half a word in bold.
  const skipped = 'head, script, style, noscript, svg, template, .prose, sub, sup, mark';
  const endsWord = /[^\s([{"“«—–/\-#@'’]$/u;
  const beginsWord = /^[\p{L}\p{N}\p{Sc}([{“«+#@]/u;
  const found: string[] = [];
  let before = '';
  let isOtherElement = false;
  const walk = (node: Node): void => {
    if (node instanceof Text && node.data !== '') {
      const isWord = endsWord.test(before) && beginsWord.test(node.data);
      if (isOtherElement && isWord) found.push(`${before.slice(-30)}|${node.data.slice(0, 30)}`);
      before = node.data;
      isOtherElement = false;
    }
    if (!(node instanceof Element)) return;
    if (node.matches(skipped) || !inline.has(node.localName)) before = '';
    isOtherElement = true;
    if (!node.matches(skipped)) for (const child of node.childNodes) walk(child);
    isOtherElement = true;
    if (!inline.has(node.localName)) before = '';
  };
  walk(new DOMParser().parseFromString(html, 'text/html').body);
  return found;
}

async function addresses(request: APIRequestContext, sitemap: string): Promise<string[]> {
  const xml = await (await request.get(sitemap)).text();
  return [...xml.matchAll(/<loc>([^<]*)/g)].map(([, address = '']) => new URL(address).pathname);
}

// Copy and paste, text browsers and what reads pages for others know nothing of flex boxes and margins.
test('no words of a page run together where its looks are gone', async ({ page, request }) => {
  test.setTimeout(180_000);
  const { slug } = await richPost(request);
  const posts = await addresses(request, '/sitemap-posts-1.xml');
  const oldest = posts[0]?.split('/').at(-1) ?? '';
  const kinds = Object.values(pageKinds(slug, oldest, '/newsletter/issues/1')).flat();
  expect(posts.length).toBeGreaterThan(50);
  const found: Record<string, string[]> = {};
  for (const path of new Set([...kinds, ...posts])) {
    const html = await (await request.get(path)).text();
    const words = await page.evaluate(runTogether, html);
    if (words.length > 0) found[path] = words;
  }
  expect(found).toEqual({});
});
