import type { APIRequestContext, Page } from '@playwright/test';
import { expectGoodLooks } from './support/looks.ts';
import { mailsTo } from './support/mails.ts';
import { expect, test } from './support/test.ts';

/** Every service, and words that only its page says. */
const services: [slug: string, name: string, words: string][] = [
  ['it-consulting', 'IT consulting', 'Who else pays you when I follow your recommendation?'],
  ['software-web-development', 'Software and web development', 'Building in slices'],
  ['seo-and-marketing', 'SEO and marketing', 'A keyword map in which each phrase has one owner page.'],
  ['data-engineering', 'Data engineering', 'How will I notice that last night failed?'],
  ['data-and-analytics', 'Data and analytics', 'Which decision did your latest dashboard change?'],
  ['fintech-and-trading', 'Fintech and trading', 'Mapping the flow of funds'],
  ['healthcare-tech', 'Healthcare tech', 'Rehearsing failure'],
  ['core-it-support-services', 'Core IT support', 'Opening the desk'],
  ['advanced-it-support-services', 'Advanced IT support', 'Describe the worst outage you caused.'],
  ['cloud-infrastructure', 'Cloud infrastructure', 'What would this cost on a single machine?'],
  ['business-software-solutions', 'Business software solutions', 'Supervised trials'],
  ['business-management-tools', 'Business management tools', 'Which existing tool would you remove first?'],
  ['accounting-services', 'Accounting services', 'Closing rhythm'],
  ['financial-services', 'Financial services', 'Who sees my salary slip?'],
  ['advertisement-and-marketing', 'Advertisement and marketing', 'Eligibility check'],
];

const pages: [path: string, heading: string, words: string][] = [
  ['/services', 'Services', 'Not sure which one?'],
  ['/mwanga-consultancy', 'Mwanga Consultancy', 'Landed-cost sheet'],
  ['/newsletters', 'Newsletters', 'Tech & AI'],
  ['/about', 'About Mwanga', 'When we are wrong'],
  ['/contact', 'Contact', 'Nairobi, Kenya'],
  ['/faqs', 'Frequent questions', 'How can I pay?'],
  ['/privacy-policy', 'Privacy policy', 'In force since April 2025'],
  ['/user-agreement', 'User agreement', 'In force since April 2025'],
];

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

async function structuredData(page: Page): Promise<Record<string, unknown>[]> {
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents();
  return blocks.map((block) => JSON.parse(block));
}

async function contact(request: APIRequestContext): Promise<{ email: string; phone: string }> {
  const { contact_email: email, contact_phone: phone } = await (await request.get('/api/site')).json();
  return { email, phone };
}

test('every page has its heading, words, title, description and address, and each kind looks good', async ({
  page,
  request,
  demo,
  quietConsole,
}) => {
  test.setTimeout(180_000);
  const { email, phone } = await contact(request);
  const all = [...pages, ...services.map(([slug, name, words]) => [`/services/${slug}`, name, words] as const)];
  const descriptions = new Set<string>();
  for (const [path, name, words] of all) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(200);
    await expect(heading(page, name)).toBeVisible();
    await expect(page.getByText(words, { exact: true }).first(), path).toBeVisible();
    await expect(page).toHaveTitle(/ \| Mwanga$/);
    await expect(page.locator('head link[rel=canonical]')).toHaveAttribute('href', `${demo.url}${path}`);
    descriptions.add((await page.locator('head meta[name=description]').getAttribute('content')) ?? '');
    // The footer has them everywhere; offers, contact and questions have them among their own words.
    if (/services|consultancy|contact|about|faqs/.test(path)) {
      await expect(page.locator('main').getByRole('link', { name: email }).first(), path).toHaveAttribute(
        'href',
        new RegExp(`^mailto:${email}`),
      );
      await expect(page.locator('main').getByRole('link', { name: phone }).first(), path).toHaveAttribute(
        'href',
        `tel:${phone.replaceAll(' ', '')}`,
      );
    }
    if (path === '/faqs') for (const question of await page.locator('summary').all()) await question.click();
    if (path === '/newsletters') await page.getByRole('button', { name: 'Add Books' }).click();
    if (!/\/services\//.test(path) || path === '/services/fintech-and-trading') await expectGoodLooks(page, path);
  }
  expect(descriptions.size).toBe(all.length);
  expect(quietConsole).toEqual([]);
});

test('every offer says what it is in the same order', async ({ page }) => {
  for (const path of ['/services/it-consulting', '/services/cloud-infrastructure', '/mwanga-consultancy']) {
    await page.goto(path);
    const main = page.locator('main');
    for (const name of [
      'How it goes',
      'What you get',
      'What is not included',
      'For whom',
      'Ask before you buy',
      'Talk to us',
    ]) {
      await expect(main.getByRole('heading', { level: 2, name }), `${path}: ${name}`).toBeVisible();
    }
  }
});

test('other spellings lead to the one address', async ({ request }) => {
  for (const [path, target] of [
    ['/services/core-it-support', '/services/core-it-support-services'],
    ['/consultancy', '/mwanga-consultancy'],
    ['/services/', '/services'],
    ['/about/', '/about'],
  ] as const) {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect([answer.status(), answer.headers().location], path).toEqual([301, target]);
  }
});

test('a service that is none is a 404 with a way on', async ({ page }) => {
  const answer = await page.goto('/services/gardening');
  expect(answer?.status()).toBe(404);
  await expect(heading(page, 'There is no service at this address.')).toBeVisible();
  await expect(page.locator('head meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expectGoodLooks(page);
  await page.getByRole('link', { name: 'See all services' }).click();
  await expect(heading(page, 'Services')).toBeVisible();
});

test('the list leads to every service, and one to the next, without loading documents', async ({
  page,
  quietConsole,
}) => {
  await page.goto('/services');
  for (const [slug, name] of services)
    await expect(page.locator('main').getByRole('link', { name })).toHaveAttribute('href', `/services/${slug}`);
  await page.evaluate(() => {
    (window as unknown as { stayed: boolean }).stayed = true;
  });
  await page.locator('main').getByRole('link', { name: 'Healthcare tech' }).click();
  await expect(heading(page, 'Healthcare tech')).toBeVisible();
  await expect(page.getByText('Rehearsing failure')).toBeVisible();
  await page.getByRole('link', { name: 'Next service: Core IT support' }).click();
  await expect(heading(page, 'Core IT support')).toBeVisible();
  await expect(page.getByText('Opening the desk')).toBeVisible();
  await expect(page).toHaveTitle('Core IT support | Mwanga');
  await page.goBack();
  await expect(heading(page, 'Healthcare tech')).toBeVisible();
  await page.getByRole('link', { name: 'All services' }).first().click();
  await expect(heading(page, 'Services')).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { stayed?: boolean }).stayed)).toBe(true);
  expect(quietConsole).toEqual([]);
});

test('a service whose words do not arrive is read as the server drew it', async ({ page }) => {
  await page.route(/\/assets\/data-engineering-[^/]*\.js$/, (route) => route.abort());
  await page.goto('/services');
  await page.locator('main').getByRole('link', { name: 'Data engineering' }).click();
  await expect(heading(page, 'Data engineering')).toBeVisible();
  await expect(page.getByText('How will I notice that last night failed?')).toBeVisible();
});

test('search engines are told what each page is', async ({ page, demo }) => {
  const types = async (path: string) => {
    await page.goto(path);
    return structuredData(page);
  };
  const [service, crumbs] = await types('/services/data-engineering');
  expect(service).toMatchObject({
    '@type': 'Service',
    name: 'Data engineering',
    url: `${demo.url}/services/data-engineering`,
  });
  expect((crumbs?.itemListElement as { item: string }[]).map(({ item }) => item)).toEqual([
    `${demo.url}/`,
    `${demo.url}/services`,
    `${demo.url}/services/data-engineering`,
  ]);
  for (const path of ['/about', '/contact'])
    expect((await types(path))[0]).toMatchObject({ '@type': 'Organization', name: 'Mwanga', url: `${demo.url}/` });
  const [faq] = await types('/faqs');
  const questions = faq?.mainEntity as { name: string; acceptedAnswer: { text: string } }[];
  expect(questions.map(({ name }) => name)).toEqual(await page.locator('main summary').allTextContents());
  for (const { acceptedAnswer } of questions) expect(acceptedAnswer.text.length).toBeGreaterThan(30);
});

test('questions open by keyboard, and say how one can pay', async ({ page }) => {
  await page.goto('/faqs');
  const question = page.locator('summary', { hasText: 'How can I pay?' });
  const answer = page.getByText(
    'a bank card, mobile money such as M-Pesa, a wallet checkout such as PayPal, and a second payment provider',
  );
  await expect(answer).toBeHidden();
  await question.focus();
  await page.keyboard.press('Enter');
  await expect(answer).toBeVisible();
  await expect(page.getByText('Our checkout offers one way at present: the PayPal wallet.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(answer).toBeHidden();
});

test('the contents of a legal text lead to its sections', async ({ page }) => {
  for (const [path, link, target] of [
    ['/privacy-policy', 'Cookies and browser storage', '7. Cookies and browser storage'],
    ['/user-agreement', 'Subscriptions', '5. Subscriptions'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: link, exact: true }).click();
    const section = page.getByRole('heading', { name: target });
    await expect(section).toBeInViewport();
    // Not under the header that stays.
    expect((await section.boundingBox())?.y).toBeGreaterThan(60);
  }
});

test('topics are added and removed by keyboard, stay in the browser, and go nowhere', async ({
  page,
  quietConsole,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  await page.goto('/newsletters');
  const groups = await page.locator('.topic-group h2').allTextContents();
  expect(groups).toEqual([
    'Tech & AI',
    'Finance & Business',
    'Marketing & Creator',
    'Parenting & Lifestyle',
    'World & News',
    'Deals & Buying Guides',
    'Entertainment & Culture',
  ]);
  const list = page.getByRole('region', { name: 'Your list' });
  await expect(list.getByText('It is not sent to us or to anybody else')).toBeVisible();
  await expect(list.getByRole('status')).toHaveText('0 topics');

  const books = page.getByRole('button', { name: 'Add Books' });
  await books.focus();
  await page.keyboard.press('Enter');
  await expect(books).toHaveAttribute('aria-pressed', 'true');
  await expect(list.getByRole('status')).toHaveText('1 topic');
  await page.getByRole('button', { name: 'Add Small business' }).click();
  await expect(list.getByRole('status')).toHaveText('2 topics');

  await page.reload();
  await expect(books).toHaveAttribute('aria-pressed', 'true');
  await expect(list.getByRole('listitem')).toHaveText(['Books', 'Small business']);

  await list.getByRole('button', { name: 'Remove Books' }).focus();
  await page.keyboard.press('Enter');
  await expect(books).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByRole('heading', { name: 'Your list' })).toBeFocused();
  await page.getByRole('button', { name: 'Add Small business' }).click();
  await expect(list.getByRole('status')).toHaveText('0 topics');
  await page.getByRole('button', { name: 'Add Games' }).click();
  await list.getByRole('button', { name: 'Remove all' }).click();
  await page.reload();
  await expect(list.getByRole('status')).toHaveText('0 topics');
  expect(sent).toEqual([]);
  expect(quietConsole).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a message is sent by the form, and what was typed stays where it is refused', async ({ page, demo }) => {
    await page.goto('/contact');
    await page.getByLabel('E-mail', { exact: true }).fill('amina@example.com');
    await page.getByLabel('Message').fill('Habari & <asante>');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByRole('alert')).toHaveText('Enter your name.');
    await expect(page.getByLabel('Message')).toHaveValue('Habari & <asante>');
    await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue('amina@example.com');
    await page.getByLabel('Name').fill('Amina');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you. Your message is on its way.' })).toBeVisible();
    await expect
      .poll(async () => (await mailsTo(demo.dataDir, 'hello@example.com')).some((mail) => mail.includes('<asante>')))
      .toBe(true);
  });

  test('every kind of page reads', async ({ page }) => {
    for (const [path, name, words] of [
      ...pages,
      ['/services/accounting-services', 'Accounting services', 'Closing rhythm'] as const,
    ]) {
      await page.goto(path);
      await expect(heading(page, name)).toBeVisible();
      await expect(page.getByText(words, { exact: true }).first(), path).toBeVisible();
    }
    await page.goto('/faqs');
    await page.locator('summary', { hasText: 'Can I pay by mobile money?' }).click();
    await expect(page.getByText('It is planned, and not offered yet. Please do not send money')).toBeVisible();
    await page.goto('/newsletters');
    await expect(page.getByRole('heading', { name: 'Small business' })).toBeVisible();
    // What could do nothing is not there: the topics' buttons, the list, the theme.
    for (const name of ['Add Small business', 'Dark theme'])
      await expect(page.getByRole('button', { name })).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Your list' })).toBeHidden();
  });
});
