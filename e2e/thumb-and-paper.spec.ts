// What a phone and a printer make of the pages.
import { richPost } from './support/posts.ts';
import { expect, test } from './support/test.ts';

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });

  test('what stands alone and is pressed is 44 px high', async ({ page, request }) => {
    const { slug } = await richPost(request);
    for (const path of [
      '/',
      '/category/latest-news',
      `/post/slug/${slug}`,
      '/search?q=solar',
      '/services',
      '/services/it-consulting',
      '/contact',
      '/faqs',
      '/newsletters',
      '/privacy-policy',
    ]) {
      await page.goto(path);
      const small = await page.evaluate(() => {
        const found: string[] = [];
        // In a line of text, on a card (itself a target), and for programs alone: another rule, or none.
        for (const element of document.querySelectorAll('a, button, input, summary')) {
          if (!element.checkVisibility() || element.closest('p:not(footer p), .card, .label, .skip-link, .topic'))
            continue;
          const heights = ['::before', '::after'].map((part) => {
            const look = getComputedStyle(element, part);
            return look.position === 'absolute' ? Number.parseFloat(look.height) : 0;
          });
          const height = Math.max(element.getBoundingClientRect().height, ...heights);
          if (height < 43.5) found.push(`${element.textContent?.trim() || element.tagName}: ${height}`);
        }
        return found;
      });
      expect(small, path).toEqual([]);
    }
  });

  test('a table wider than the phone scrolls in its box and shows that it does', async ({ page, request }) => {
    const { slug } = await richPost(request);
    await page.goto(`/post/slug/${slug}`);
    const box = page.getByRole('region', { name: 'Table 1' });
    const { inner, outer, shades } = await box.evaluate((element) => ({
      inner: element.scrollWidth,
      outer: element.clientWidth,
      shades: getComputedStyle(element).backgroundImage.split('gradient').length - 1,
    }));
    expect(inner).toBeGreaterThan(outer);
    expect(shades).toBe(4);
  });
});

test('on paper there is dark ink, also where the screen shows night, and nothing is cut', async ({ page, request }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const { slug } = await richPost(request);
  for (const path of ['/', `/post/slug/${slug}`, '/services']) {
    await page.goto(path);
    const light = await page.evaluate(() => {
      // Drawn on a pixel, any notation of a colour becomes numbers.
      const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
      const pale: string[] = [];
      for (const element of document.querySelectorAll('main :is(h1, h2, h3, p, li, td, pre)')) {
        if (!pen || !element.checkVisibility() || !element.textContent?.trim()) continue;
        pen.fillStyle = getComputedStyle(element).color;
        pen.fillRect(0, 0, 1, 1);
        const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data;
        if (red + green + blue > 450) pale.push(element.textContent.trim().slice(0, 40));
      }
      return pale;
    });
    expect(light, path).toEqual([]);
  }
  await page.goto(`/post/slug/${slug}`);
  expect(
    await page
      .locator('.table-box')
      .first()
      .evaluate((box) => getComputedStyle(box).overflowX),
  ).toBe('visible');
});
