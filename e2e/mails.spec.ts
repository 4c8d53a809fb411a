// Every kind of mail as a mail program shows it: narrow and wide, by day and at night, with pictures and without.
import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

const maxBytes = 90_000;

/** Each mail of `/_mails`: its name and its address. */
async function mails(page: Page): Promise<{ name: string; path: string }[]> {
  await page.goto('/_mails');
  return page
    .locator('a[href^="/_mails/"]:not([href*="."])')
    .evaluateAll((links) =>
      links.map((link) => ({ name: link.textContent ?? '', path: link.getAttribute('href') ?? '' })),
    );
}

/** What is wrong with the layout of the mail that the page shows. */
function faults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) found.push(`it is ${root.scrollWidth - root.clientWidth} px too wide`);
    for (const element of document.querySelectorAll('body *')) {
      const { left, right, width } = element.getBoundingClientRect();
      if (width > 0 && (left < -0.5 || right > root.clientWidth + 0.5))
        found.push(`beyond the edge: ${element.outerHTML.slice(0, 90)}`);
    }
    // A link in a line of text may be as tall as the line (WCAG 2.2, 2.5.8); what stands alone may not.
    // Titles are as short as a word, whatever stands in the sample.
    for (const link of document.querySelectorAll('a')) {
      if (getComputedStyle(link).display === 'inline') continue;
      const words = link.innerHTML;
      if (!link.querySelector('img')) link.textContent = 'A';
      const { height } = link.getBoundingClientRect();
      link.innerHTML = words;
      if (height < 44) found.push(`${height} px tall: ${link.textContent}`);
    }
    for (const image of document.querySelectorAll('img'))
      if (!['width', 'height', 'alt'].every((name) => image.hasAttribute(name)))
        found.push(`without size or alt: ${image.outerHTML}`);
    // Numbers, so that a picture stays as it was drawn once the column is narrower.
    for (const image of document.querySelectorAll('img'))
      if (image.complete && image.naturalWidth > 1) {
        const { width, height } = image.getBoundingClientRect();
        const ratio = width / height / (image.naturalWidth / image.naturalHeight);
        if (Math.abs(ratio - 1) > 0.03) found.push(`out of shape: ${image.outerHTML}`);
      }
    return found;
  });
}

test('every mail can be read, narrow and wide, by day and at night, with pictures and without', async ({ page }) => {
  test.setTimeout(180_000);
  const all = await mails(page);
  expect(all.length).toBeGreaterThan(17);
  for (const { name, path } of all)
    for (const pictures of ['on', 'off']) {
      const answer = await page.goto(`${path}?pictures=${pictures}`);
      expect((await answer?.body())?.length, name).toBeLessThanOrEqual(maxBytes);
      for (const width of [320, 640])
        for (const theme of ['light', 'dark'] as const) {
          await page.setViewportSize({ width, height: 800 });
          await page.emulateMedia({ colorScheme: theme });
          const kind = `${name}, pictures ${pictures}, ${width} px, ${theme}`;
          expect(await faults(page), kind).toEqual([]);
          const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
          const [red = 255] = ground.match(/\d+/g)?.map(Number) ?? [];
          expect(red < 40, `${kind}: ${ground}`).toBe(theme === 'dark');
          // Colours and names do not depend on the width.
          if (width === 640)
            await expectAccessible(
              page,
              ['color-contrast', 'image-alt', 'link-name', 'html-has-lang', 'empty-heading'],
              kind,
            );
        }
    }
});

test('the daily newsletter shows pictures of our own host, in two sizes', async ({ page, demo }) => {
  const daily = (await mails(page)).find(({ name }) => name === 'newsletter, daily');
  await page.goto(daily?.path ?? '', { waitUntil: 'networkidle' });
  const sources = await page
    .locator('img, source')
    .evaluateAll((all) => all.flatMap((image) => [image.getAttribute('src'), image.getAttribute('srcset')]));
  const addresses = sources.flatMap((list) => (list ?? '').split(', ')).filter(Boolean);
  expect(addresses.length).toBeGreaterThan(10);
  for (const address of addresses) expect(address).toMatch(new RegExp(`^${demo.url}/`));
  const lead = page.locator('img[srcset]').first();
  expect(await lead.getAttribute('srcset')).toMatch(/w600\/\S+ 600w, \S+ 1200w$/);
  for (const address of addresses.slice(0, 6)) {
    const answer = await page.request.get(address.split(' ')[0] ?? '');
    expect(answer.ok() && answer.headers()['content-type']?.startsWith('image/'), address).toBe(true);
  }
  await expect(page.getByRole('link', { name: 'Read the story' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
});

test('the local rules of SpamAssassin hold no mail for spam', async ({ page, request }) => {
  const sent = await Promise.all(
    (await mails(page)).map(async ({ name, path }) => ({
      name: `${path} ${name}`,
      text: await (await request.get(`${path}.eml`)).text(),
    })),
  );
  // Its own test mail shows that the rules are in force.
  const gtube = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X';
  const all = [...sent, { name: 'GTUBE', text: `From: a@example.com\nTo: b@example.com\nSubject: Test\n\n${gtube}\n` }];
  const mbox = all.map(({ name, text }) => {
    const lines = text.replaceAll('\r\n', '\n').replaceAll(/^From /gm, '>From ');
    return `From taa@example.com Wed Nov 25 06:30:00 2026\nX-Sample: ${name}\n${lines}\n`;
  });
  const options = ['--local', '--nocreate-prefs', '--cf=use_bayes 0', '--mbox'];
  const judged = execFileSync('spamassassin', options, { input: mbox.join(''), encoding: 'utf8' });
  // They come back in another order.
  const verdicts = new Map(
    judged.split(/^From taa@/m).map((mail) => {
      const verdict = /^X-Spam-Status: .*(?:\n\t.*)*/m.exec(mail)?.[0] ?? '';
      return [/^X-Sample: (.*)$/m.exec(mail)?.[1], { verdict, score: Number(/score=(\S+)/.exec(verdict)?.[1]) }];
    }),
  );
  expect(verdicts.get('GTUBE')?.score).toBeGreaterThan(900);
  for (const { name } of sent) expect(verdicts.get(name)?.score, verdicts.get(name)?.verdict).toBeLessThan(1);
});
