import { openForm, signIn, write } from './support/staff.ts';
import { expect, test } from './support/test.ts';

// A browser of somebody who travels: the publication's clock counts, not theirs.
test.use({ timezoneId: 'Asia/Tokyo' });

test('the admin area, its fields and the site keep the time of the publication', async ({ page, quietConsole }) => {
  await signIn(page);
  await expect(page.getByText('In Nairobi time (UTC+3)')).toBeVisible();
  await page.goto('/admin/settings');
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await expect(zone.locator('option:checked')).toHaveText('Nairobi (Africa)');
  await zone.selectOption('New York (America)');
  await expect(zone).toHaveValue('America/New_York');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings saved').first()).toBeVisible();

  await page.getByRole('navigation', { name: 'Admin area' }).getByRole('link', { name: 'Posts' }).click();
  await openForm(page);
  await page.getByLabel('Publish Date').fill('2035-07-01T22:30');
  await expect(page.getByText('In New York time (UTC-4)')).toBeVisible();
  await page.getByLabel('Title').fill('Evening edition');
  await page.getByLabel('Category').selectOption('tech');
  await write(page, 'Lamps are lit.');
  await page.getByRole('button', { name: 'Save Post' }).click();
  const row = page.getByRole('list', { name: 'Posts', exact: true }).locator('> li', { hasText: 'Evening edition' });
  await expect(row.getByText('Scheduled, 1 Jul 2035, 22:30')).toBeVisible();
  await row.getByRole('button', { name: /Edit/ }).click();
  await expect(page.getByLabel('Publish Date')).toHaveValue('2035-07-01T22:30');

  await page.getByRole('navigation', { name: 'Admin area' }).getByRole('link', { name: 'Analytics' }).click();
  await expect(page.getByText('Days begin at midnight in New York')).toBeVisible();
  await page.getByRole('navigation', { name: 'Admin area' }).getByRole('link', { name: 'Newsletter' }).click();
  await page.getByRole('navigation', { name: 'Newsletter' }).getByRole('link', { name: 'Daily' }).click();
  await page.getByRole('checkbox', { name: 'Send a newsletter every day' }).check();
  await page.getByLabel('Time of day').fill('07:15');
  await page.getByRole('button', { name: 'Save schedule' }).click();
  await expect(page.getByRole('heading', { name: /^The next one goes out .*, 07:15$/ })).toBeVisible();
  await page.goto('/admin/settings?section=newsletter');
  await expect(page.getByText('When the daily one goes out is set under Newsletter, Daily.')).toBeVisible();
  expect(quietConsole).toEqual([]);
});
