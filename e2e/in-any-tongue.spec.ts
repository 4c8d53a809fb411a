// Two publications from nothing, one from right to left and one in Ethiopic letters: named, filled, sent, looked at.
import type { Page } from '@playwright/test';
import { expectGoodLooks } from './support/looks.ts';
import { mailsTo } from './support/mails.ts';
import { enterProduction, productionAdmin, startProduction } from './support/production.ts';
import { openForm, write } from './support/staff.ts';
import { expect, test } from './support/test.ts';

const tongues = [
  {
    language: 'ar-SD',
    name: 'نور الخرطوم',
    category: 'كتب',
    title: 'أسعار الكتب في الخرطوم',
    text: 'يبيع التجار الكتب كل ليلة.',
    author: 'أحمد علي',
    product: 'مصباح القراءة',
    price: '1,200 جنيه',
    dir: 'rtl',
    month: /^[٠-٩]{1,2} \p{L}+ [٠-٩]{4}$/u,
  },
  {
    language: 'am',
    name: 'አዲስ ብርሃን',
    category: 'መጻሕፍት',
    title: 'የመጻሕፍት ዋጋ በአዲስ አበባ',
    text: 'ነጋዴዎች በየምሽቱ መጻሕፍት ይሸጣሉ።',
    author: 'አበበ ቢቂላ',
    product: 'የንባብ መብራት',
    price: '900 ብር',
    dir: 'ltr',
    month: /^\d{1,2} \p{sc=Ethiopic}+ \d{4}$/u,
  },
];

async function nameIt(page: Page, { name, language }: (typeof tongues)[number]) {
  await page.getByRole('link', { name: 'Begin' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByLabel('Language of the posts').selectOption(language);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'How do readers reach you?' })).toBeVisible();
}

async function addToMenu(page: Page, category: string) {
  await page.getByRole('button', { name: 'Add an entry to Category bar' }).last().click();
  const dialog = page.getByRole('dialog', { name: 'Add an entry' });
  await dialog.getByLabel('It leads to').selectOption('category');
  await dialog.getByLabel('Category').selectOption({ label: category });
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Save navigation' }).click();
  // Not "Unsaved changes": leaving then would end the save.
  await expect(page.getByText('Navigation saved').first()).toBeVisible();
}

async function publish(page: Page, tongue: (typeof tongues)[number]) {
  await page.getByLabel('Title').fill(tongue.title);
  await write(page, tongue.text);
  await page.getByLabel('Category').selectOption({ label: tongue.category });
  await page.getByLabel('Author').selectOption('custom');
  await page.getByLabel('Name', { exact: false }).last().fill(tongue.author);
  await page.getByRole('button', { name: 'Add Deal' }).click();
  await page.getByLabel('Store name').fill(tongue.name);
  await page.getByRole('textbox', { name: /^URL/ }).fill('https://shop-a.example.com/lamp');
  await page.getByLabel('Product name').fill(tongue.product);
  await page.getByRole('textbox', { name: /^Price/ }).fill(tongue.price);
  await page.getByRole('button', { name: 'Save Post' }).click();
  await expect(page.getByText('Post created successfully!')).toBeVisible();
}

/** What a mail says, whatever its parts are encoded in. */
function decoded(mail: string): string {
  const parts = mail.match(/(?:[\w+/=]{60,}\r?\n)+[\w+/=]*/g) ?? [];
  return [mail, ...parts.map((part) => Buffer.from(part, 'base64').toString('latin1'))]
    .map((text) => Buffer.from(text, 'latin1').toString('utf8'))
    .join('\n');
}

for (const tongue of tongues) {
  test(`a publication in ${tongue.language} is made, and looks meant on page, in feed, mail and share picture`, async ({
    page,
  }) => {
    test.setTimeout(180_000);
    page.setDefaultTimeout(8_000);
    const server = await startProduction();
    try {
      await enterProduction(page, server);
      await nameIt(page, tongue);
      await page.goto(`${server.url}/admin/categories`);
      await page.getByRole('button', { name: 'New category' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill(tongue.category);
      await page.getByRole('button', { name: 'Create' }).click();
      await expect(page.getByText(`/category/${tongue.category}`)).toBeVisible();
      await page.goto(`${server.url}/admin/navigation`);
      await addToMenu(page, tongue.category);
      await page.goto(`${server.url}/admin`);
      await expect(page.locator('html')).toHaveAttribute('lang', tongue.language);
      await openForm(page);
      await publish(page, tongue);
      await expectGoodLooks(page, `the desk in ${tongue.language}`);

      await page.goto(`${server.url}/`);
      const html = page.locator('html');
      await expect(html).toHaveAttribute('lang', tongue.language);
      expect((await html.getAttribute('dir')) ?? 'ltr').toBe(tongue.dir);
      await expect(page.getByRole('navigation', { name: 'Categories' }).getByText(tongue.category)).toBeVisible();
      await expectGoodLooks(page, `home in ${tongue.language}`);
      await page.getByRole('link', { name: tongue.title }).first().click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(tongue.title);
      const path = `/post/slug/${encodeURIComponent(tongue.title.replaceAll(' ', '-'))}`;
      expect(new URL(page.url()).pathname).toBe(path);
      await expect(page.locator('article time').first()).toHaveText(tongue.month);
      await expect(page.getByText(tongue.price)).toBeVisible();
      expect(
        await page
          .locator('article p')
          .first()
          .evaluate((p) => getComputedStyle(p).direction),
      ).toBe(tongue.dir);
      await expectGoodLooks(page, `a post in ${tongue.language}`);
      await page.getByRole('link', { name: tongue.author }).first().click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(tongue.author);

      const feed = await (await page.request.get(`${server.url}/feed.xml`)).text();
      expect(feed).toContain(`<link>${server.url}${path}</link>`);
      expect(feed).toContain(tongue.text);
      const shared = /og:image" content="([^"]+)"/.exec(await (await page.request.get(server.url + path)).text())?.[1];
      const picture = await page.request.get(shared ?? '');
      expect(picture.headers()['content-type']).toBe('image/png');
      // Without its words a picture has the brand alone, in far fewer bytes than a title takes.
      expect((await picture.body()).length).toBeGreaterThan(8_000);

      await page.goto(`${server.url}/admin/newsletter`);
      await expect(page.getByLabel('Subject')).toHaveValue(tongue.title);
      await page.getByRole('button', { name: 'Send test to myself' }).click();
      await expect.poll(async () => (await mailsTo(server.dataDir, productionAdmin.email)).length).toBe(1);
      const mail = decoded((await mailsTo(server.dataDir, productionAdmin.email))[0] ?? '');
      expect(mail).toContain(`<html lang="${tongue.language}" dir="${tongue.dir}">`);
      expect(mail).toContain(tongue.text);
      expect(mail).toContain(server.url + path);
    } finally {
      await server.stop();
    }
  });
}
