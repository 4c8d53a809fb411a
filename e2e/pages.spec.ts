import { expectAccessible } from './support/axe.ts';
import { open, signIn, write } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { toast } from './support/toasts.ts';

test('a page is written with blocks, seen as a preview, published, found at its address, and taken down', async ({
  page,
  request,
  quietConsole,
}) => {
  await signIn(page);
  await page.getByRole('link', { name: 'Pages', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pages' })).toBeVisible();
  await expect(page.getByText('original words').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'New page' }).click();
  await page.getByRole('button', { name: 'Save page' }).click();
  await expect(page.getByRole('alert').getByText('Title and content are required')).toBeVisible();
  await page.getByLabel('Title', { exact: false }).first().fill('Jobs at {brand}');
  await page.getByLabel('Introduction').fill('Work with us.');
  await write(page, 'We are few.');
  await page.getByRole('button', { name: 'Question', exact: true }).click();
  // The caret stands in the question, and Enter goes on to the answer.
  await page.keyboard.type('Question?');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Answer.');
  // A block that nobody wrote in is not published.
  await page.getByRole('button', { name: 'Checklist' }).click();
  await expect(page.locator('[data-placeholder="What is included"]')).toBeVisible();
  await page.getByRole('button', { name: 'Contact form' }).click();
  await page.getByLabel('Address').fill('jobs');
  await page.getByRole('button', { name: 'Save page' }).click();
  await toast(page, 'Page created.');
  await expect(page).toHaveURL(/\/admin\/pages\/\d+$/);
  await expectAccessible(page);
  expect((await request.get('/jobs', { maxRedirects: 0 })).status()).toBe(302);

  const [preview] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Preview' }).click(),
  ]);
  await expect(preview.getByRole('heading', { level: 1, name: 'Jobs at Mwanga' })).toBeVisible();
  await expect(preview.getByText('This is a draft: only the newsroom sees it.')).toBeVisible();
  await preview.close();

  await page.getByLabel('Status').selectOption('published');
  await page.getByRole('button', { name: 'Save page' }).click();
  await toast(page, 'Page updated.');
  await page.goto('/jobs');
  await expect(page).toHaveTitle('Jobs at Mwanga | Mwanga');
  await page.getByText('Question?').click();
  await expect(page.getByText('Answer.')).toBeVisible();
  await expectAccessible(page);

  await page.goto('/admin/pages');
  await page.getByRole('button', { name: 'Delete Jobs at Mwanga' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await toast(page, 'Page deleted.');
  const gone = await page.goto('/jobs');
  expect(gone?.status()).toBe(410);
  await expect(page.getByRole('heading', { name: 'This page was taken down.' })).toBeVisible();
  expect(quietConsole.filter((message) => !/status of (410|302)/.test(message))).toEqual([]);
});

test('the frequent questions are edited, compared with before, and have their original words again', async ({
  page,
  request,
}) => {
  await open(page, '/admin/pages/faqs');
  await expect(page.getByText('How can I pay?')).toBeVisible();
  await page.getByLabel('Introduction').fill('Ask anything.');
  await page.getByRole('button', { name: 'Save page' }).click();
  await toast(page, 'Page updated.');
  const edited = await (await request.get('/faqs')).text();
  expect(edited).toContain('Ask anything.');
  expect(edited).toContain('How can I pay?');
  await page.getByLabel('Introduction').fill('Ask less.');
  await page.getByRole('button', { name: 'History' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /admin@example.com/ })
    .click();
  await expect(page.getByRole('dialog').getByRole('row', { name: /Introduction/ })).toBeVisible();
  await page.getByRole('button', { name: 'Restore this version' }).click();
  await expect(page.getByLabel('Introduction')).toHaveValue('Ask anything.');

  await page.getByRole('link', { name: '← All pages' }).click();
  if (await page.getByRole('dialog').isVisible()) await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('button', { name: 'Reset Frequent questions' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Bring back' }).click();
  await toast(page, 'The page has its original words again.');
  expect(await (await request.get('/faqs')).text()).toContain('Press a question to open its answer.');
});

test('a message that cannot be sent keeps what was typed, and is sent later', async ({ page }) => {
  await page.goto('/contact');
  const form = page.locator('form', { has: page.getByLabel('Message') });
  await form.getByLabel('Name').fill('Amina');
  await form.getByLabel('E-mail').fill('amina@example');
  await form.getByLabel('Message').fill('Habari');
  await form.getByRole('button', { name: 'Send message' }).click();
  await expect(form.getByText('Enter an e-mail address such as name@example.com.').first()).toBeVisible();
  await expect(form.getByLabel('E-mail')).toBeFocused();
  await form.getByLabel('E-mail').fill('amina@example.com');
  await page.route('**/api/contact', (route) => route.abort());
  await form.getByRole('button', { name: 'Send message' }).click();
  await expect(form.getByRole('alert')).toContainText('Your message was not sent. It is still here');
  await expect(form.getByLabel('Message')).toHaveValue('Habari');
  await expectAccessible(page);
  await page.unroute('**/api/contact');
  await form.getByRole('button', { name: 'Send message' }).click();
  await expect(form.getByRole('status')).toHaveText('Thank you. Your message is on its way.');
  await expect(form.getByLabel('Message')).toHaveValue('');
});

test('the contact form of a preview mails nobody, and says so', async ({ page }) => {
  await signIn(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/contact')) sent.push(request.url());
  });
  await page.goto('/admin/pages/contact/preview');
  await page.getByRole('textbox', { name: 'Message' }).fill('Habari');
  await page.getByRole('button', { name: 'Send message' }).click();
  await toast(page, 'This is a preview: nothing was sent.');
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Habari');
  expect(sent).toEqual([]);
});
