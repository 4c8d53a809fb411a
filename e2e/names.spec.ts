import type { APIRequestContext } from '@playwright/test';
import { demoAdmin, expect, test } from './support/test.ts';

const names = [
  'Nuru',
  'Taa Weekly',
  'Habari Daily',
  'MWANANCHI',
  'The East African Standard News',
  'Taarifasahihikwawananchiwoteke',
  'W'.repeat(30),
  'NAIROBI BUSINESS MONTHLY 2026',
  'صحيفة الضوء اليومية نيروبي كين',
  'የብርሃን ጋዜጣ የኢትዮጵያ ዕለታዊ ዜና',
];

/** A picture of a shape: wide, tall, of one pixel, or a square. */
const shapes = [
  [1_200, 40],
  [20, 800],
  [1, 1],
  [300, 300],
] as const;

/** What of the header is cut, lies over something else, is too small to press or leaves the window. */
const faults = () => {
  const bar = document.querySelector('.header-bar');
  const name = bar?.querySelector('.logo-name');
  const link = bar?.querySelector('.header-logo');
  const found: string[] = [];
  if (!bar || !link) return ['no header'];
  if (name && name.scrollWidth > name.clientWidth) found.push('cut');
  const [word = '', ...more] = name?.textContent?.split(' ') ?? [];
  if (
    name &&
    word.length < 8 &&
    more.length === 0 &&
    name.clientHeight > 1.5 * parseFloat(getComputedStyle(name).fontSize)
  )
    found.push('a short name is broken');
  const inside = (outer: DOMRect, inner: DOMRect) =>
    inner.left >= outer.left - 0.5 && inner.right <= outer.right + 0.5 && inner.bottom <= outer.bottom + 0.5;
  for (const part of link.querySelectorAll('.logo-name, img, svg')) {
    const box = part.getBoundingClientRect();
    if (box.width && !inside(bar.getBoundingClientRect(), box)) found.push(`${part.className} leaves the header`);
    if (box.width && !inside(link.getBoundingClientRect(), { ...box.toJSON(), bottom: 0 }))
      found.push('leaves the link');
  }
  let end = 0;
  for (const part of bar.querySelectorAll('a, button')) {
    const { left, right, width, height } = part.getBoundingClientRect();
    if (!width) continue;
    if (left < end - 0.5) found.push(`${part.className} lies over another`);
    if (width < 24 || height + (part === link ? 12 : 0) < 24)
      found.push(`${part.className} is small: ${width}, ${height}`);
    end = right;
  }
  if (end > innerWidth) found.push('leaves the window');
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page is wider than the window');
  return found;
};

const widths = [320, 360, 390, 430, 768];

/** Saves settings as the administrator, on the version that holds. */
async function settle(request: APIRequestContext, values: Record<string, string>): Promise<void> {
  const login = await request.post('/api/auth/admin/login', { data: demoAdmin });
  const headers = { authorization: `Bearer ${(await login.json()).token}` };
  const { version } = await (await request.get('/api/admin/settings', { headers })).json();
  const saved = await request.put('/api/admin/settings', { headers, data: { version, values } });
  expect(saved.ok(), await saved.text()).toBe(true);
}

test('a name of up to thirty letters is whole at every width', async ({ page, request }) => {
  test.setTimeout(120_000);
  for (const name of names) {
    await settle(request, { 'site.brand': name });
    await page.goto('/category/tech');
    await expect(page.locator('.header-logo .logo-name')).toHaveText(name);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 700 });
      expect(await page.evaluate(faults), `${name} at ${width}`).toEqual([]);
      // Who has a plan reads a longer word in place of Subscribe.
      await page.evaluate(() => document.documentElement.classList.add('has-plan'));
      await expect(page.getByRole('banner').getByRole('link', { name: 'Subscription' })).toBeVisible();
      expect(await page.evaluate(faults), `${name} at ${width}, with a plan`).toEqual([]);
      await page.evaluate(() => document.documentElement.classList.remove('has-plan'));
    }
  }
  await page.setViewportSize({ width: 320, height: 700 });
  await expect(page.getByRole('banner').getByRole('button', { name: 'Dark theme' })).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).click();
  const theme = page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Dark theme' });
  const before = await theme.getAttribute('aria-pressed');
  await theme.click();
  await expect(theme).not.toHaveAttribute('aria-pressed', before ?? '');
});

test('a logo of any shape stays in the header, and in its proportions', async ({ page, request }) => {
  await page.goto('/category/tech');
  for (const [width, height] of shapes) {
    const drawn = await page.evaluate(
      ([w, h]) => {
        const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h });
        canvas.getContext('2d')?.fillRect(0, 0, w, h);
        return canvas.toDataURL('image/png').split(',')[1] ?? '';
      },
      [width, height] as const,
    );
    const login = await request.post('/api/auth/admin/login', { data: demoAdmin });
    const added = await request.post('/api/admin/settings/pictures', {
      headers: { authorization: `Bearer ${(await login.json()).token}`, 'content-type': 'image/png' },
      data: Buffer.from(drawn, 'base64'),
    });
    expect(added.ok(), await added.text()).toBe(true);
    await settle(request, { 'site.logo': (await added.json()).hash });
    await page.goto('/category/tech');
    await expect(page.locator('.header-logo img').first()).toBeVisible();
    for (const at of widths) {
      await page.setViewportSize({ width: at, height: 700 });
      expect(await page.evaluate(faults), `${width} by ${height} at ${at}`).toEqual([]);
    }
  }
});
