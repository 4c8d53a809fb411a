import { expectAccessible } from './support/axe.ts';
import { mailsTo } from './support/mails.ts';
import { expect, test } from './support/test.ts';

test('the box on home takes an address and rests', async ({ page }) => {
  await page.goto('/');
  const box = page.getByRole('complementary', { name: 'A little light in your inbox' });
  await box.getByLabel('E-mail address').fill('box-reader@example.com');
  await box.getByRole('button', { name: 'Subscribe' }).click();
  await expect(box.getByRole('button', { name: 'Subscribed' })).toBeDisabled();
  await expect(box.getByLabel('E-mail address')).toBeDisabled();
  await expect(box.getByText('Almost there: confirm the link we e-mailed you.')).toBeVisible();
});

test('an address that is none stays in the field; a failure says so', async ({ page }) => {
  await page.goto('/category/tech');
  const box = page.getByRole('complementary', { name: 'A little light in your inbox' });
  const field = box.getByLabel('E-mail address');
  await field.fill('nobody');
  await box.getByRole('button', { name: 'Subscribe' }).click();
  expect(await field.evaluate((input: HTMLInputElement) => input.validity.typeMismatch)).toBe(true);
  await page.route('**/api/newsletter/subscribe', (route) => route.abort());
  await field.fill('reader@example.com');
  await field.press('Enter');
  await expect(box.getByRole('alert')).toHaveText('Subscription failed.');
  await expect(field).toHaveValue('reader@example.com');
});

test('the pop-up comes after five seconds, can be closed by Esc, and does not come again for 30 days', async ({
  page,
}) => {
  await page.clock.install({ time: new Date('2026-11-21T07:59:00Z') });
  await page.clock.pauseAt(new Date('2026-11-21T08:00:00Z')); // else the clock goes on by itself too
  await page.goto('/');
  const popup = page.getByRole('dialog', { name: "The day's useful reading, by e-mail" });
  await page.clock.runFor(4500);
  await expect(popup).toBeHidden();
  await page.clock.runFor(1000);
  await expect(popup).toBeVisible();
  await page.clock.resume();
  await expect(popup.getByRole('button', { name: 'Close newsletter invitation' })).toBeFocused();
  await expectAccessible(page);
  // The page beside it can still be used.
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.keyboard.press('Escape');
  await expect(popup).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(popup).toBeHidden();

  await page.reload();
  await page.clock.runFor(20_000);
  await expect(popup).toBeHidden();
  await page.clock.setSystemTime(new Date('2026-12-22T08:00:00Z'));
  await page.reload();
  await page.clock.runFor(6000);
  await expect(popup).toBeVisible();
  await popup.getByRole('button', { name: 'Close newsletter invitation' }).click();
  await expect(popup).toBeHidden();
});

test('the pop-up leaves the focus where it is while a mouse is used', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  const toggle = page.getByRole('button', { name: 'Dark theme' });
  await toggle.click();
  await page.clock.runFor(6000);
  const popup = page.getByRole('dialog', { name: "The day's useful reading, by e-mail" });
  await expect(popup).toBeVisible();
  await expect(toggle).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(popup).toBeHidden();
});

test('the pop-up does not ask who has just come to the sign-up of the page', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  await page.getByRole('complementary', { name: 'A little light in your inbox' }).scrollIntoViewIfNeeded();
  // Until the browser has told those who watch for it.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const watch = new IntersectionObserver(() => resolve());
        watch.observe(document.querySelector('.newsletter-form') as Element);
      }),
  );
  await page.clock.runFor(20_000);
  await expect(page.getByRole('dialog', { name: /reading, by e-mail/ })).toBeHidden();
});

test('the pop-up is on home only, and not for subscribers', async ({ page }) => {
  await page.clock.install();
  await page.goto('/category/tech');
  await page.clock.runFor(6000);
  await expect(page.getByRole('dialog', { name: /reading, by e-mail/ })).toBeHidden();
  await page.evaluate(() => localStorage.setItem('newsletter', '{"subscribed":true}'));
  await page.goto('/');
  await page.clock.runFor(6000);
  await expect(page.getByRole('dialog', { name: /reading, by e-mail/ })).toBeHidden();
});

test('the pages that answer posted forms are accessible', async ({ page }) => {
  await page.goto('/newsletters');
  const answers = async (fields: Record<string, string>, path: string) => {
    // As the browser does it before the script is there.
    const answered = page.waitForEvent('load');
    await page.evaluate(
      ([to, typed]) => {
        const form = document.createElement('form');
        Object.assign(form, { method: 'post', action: to });
        for (const [name, value] of Object.entries(typed)) {
          form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
        }
        document.body.append(form);
        form.submit();
      },
      [path, fields] as const,
    );
    await answered;
    await expectAccessible(page);
  };
  await answers({ email: 'nobody' }, '/newsletter/subscribe');
  await expect(page.getByRole('alert')).toHaveText('Enter an e-mail address such as name@example.com.');
  await answers({ email: 'accessible@example.com' }, '/newsletter/subscribe');
  await answers({ message: 'Habari' }, '/contact');
  await expect(page.getByLabel('Message')).toHaveValue('Habari');
  await answers({ change: 'leave' }, '/newsletter/preferences?code=wrong');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the form is posted, keeps what was refused, and says what is done', async ({ page, demo }) => {
    await page.goto('/', { waitUntil: 'domcontentloaded' }); // every picture would be fetched otherwise
    const box = page.getByRole('complementary', { name: 'A little light in your inbox' });
    await expect(box.getByText('Leave this empty')).toBeHidden();
    await box.getByLabel('E-mail address').fill('nobody@nowhere'); // the browser takes it
    await box.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.getByRole('alert')).toHaveText('Enter an e-mail address such as name@example.com.');
    await expect(page.getByLabel('E-mail address')).toHaveValue('nobody@nowhere');
    await page.getByLabel('E-mail address').fill('posted-reader@example.com');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.getByRole('heading', { name: 'Almost there: confirm the link we e-mailed you.' })).toBeVisible();
    await expect.poll(async () => (await mailsTo(demo.dataDir, 'posted-reader@example.com')).length).toBe(1);
    await page.goto('/newsletter/subscribe');
    await expect(page).toHaveURL('/newsletters');
  });
});
