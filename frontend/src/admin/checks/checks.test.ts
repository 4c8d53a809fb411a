import { describe, expect, it } from 'vitest';
import type { DealLink, PostLink } from '../../api/types';
import { EMPTY_DEAL } from '../post-values/deal-values';
import { EMPTY_POST, type PostFormValues } from '../post-values/post-values';
import {
  findChecks,
  isAffiliate,
  isBegun,
  type Known,
  LONG_TITLE,
  shortUrl,
  unclearLinks,
  writtenExcerpt,
} from './checks';

/** A post without fault. */
const good: PostFormValues = {
  ...EMPTY_POST,
  title: 'Solar pays in two years',
  content: '<p>Text with <a href="https://a.example/x">a link</a>.</p>',
  category_name: 'tech',
  tags: 'solar',
  media_url: '/media/a.webp',
};

const known: Known = {
  coverAlt: 'A roof',
  sameTitle: [],
  savedDeals: [],
  links: [],
  now: Date.parse('2026-11-20T09:00:00Z'),
};

const link = (changes: Partial<PostLink>): PostLink => ({
  url: 'https://a.example/x',
  place: 'text',
  outcome: 'broken',
  reason: 'answered',
  status: 404,
  checked_at: '2026-11-20T08:00:00Z',
  ...changes,
});

const deal = (changes: Partial<PostFormValues['deal_links'][number]>) => ({
  ...EMPTY_DEAL,
  label: 'Duka',
  url: 'https://duka.example/lamp',
  ...changes,
});

const saved = (changes: Partial<DealLink>): DealLink => ({
  url: 'https://duka.example/lamp',
  label: 'Duka',
  product_name: '',
  cta_text: '',
  price: '9',
  ...changes,
});

const ids = (changes: Partial<PostFormValues>, more: Partial<Known> = {}) =>
  findChecks({ ...good, ...changes }, { ...known, ...more }).map(({ id }) => id);

it('finds nothing in a post without fault', () => {
  expect(ids({})).toEqual([]);
});

it('is calm about an untouched form', () => {
  expect(isBegun(EMPTY_POST)).toBe(false);
  expect(isBegun({ title: ' ', content: '' })).toBe(false);
  expect(isBegun({ title: 'H', content: '' })).toBe(true);
});

describe('pictures', () => {
  it('asks for a cover, and for its description', () => {
    expect(ids({ media_url: '' })).toEqual(['cover']);
    expect(ids({ media_url: '', media_urls: ['/media/b.webp'] })).toEqual([]);
    expect(ids({ media_url: '', pending_files: 1 })).toEqual([]);
    expect(ids({}, { coverAlt: ' ' })).toEqual(['cover-alt']);
    expect(ids({}, { coverAlt: undefined })).toEqual([]);
    expect(ids({ media_url: '/media/a.mp4' }, { coverAlt: '' })).toEqual([]);
  });

  it('names each picture of the text without alt text by its place', () => {
    const content = '<img src="/media/a.webp" alt="A"><img src="/media/b.webp" alt=""><img src="/media/c.webp">';
    expect(findChecks({ ...good, content }, known)).toEqual([
      { id: 'picture-1', text: 'Picture 2 in the text has no alt text.', place: { in: 'picture', number: 1 } },
      { id: 'picture-2', text: 'Picture 3 in the text has no alt text.', place: { in: 'picture', number: 2 } },
    ]);
    expect(findChecks({ ...good, content: '<img src="/media/b.webp">' }, known)[0]?.text).toBe(
      'The picture in the text has no alt text.',
    );
  });
});

it('finds long titles and those that exist already', () => {
  expect(ids({ title: 'a'.repeat(LONG_TITLE) })).toEqual([]);
  expect(ids({ title: 'a'.repeat(LONG_TITLE + 1) })).toEqual(['title-long']);
  const other = { id: 7, title: 'Solar', slug: 'solar', is_public: true };
  expect(ids({}, { sameTitle: [other] })).toEqual(['title-same']);
});

describe('links', () => {
  it('names broken ones as long as the form has them, and where', () => {
    const dead = link({ url: 'https://duka.example/lamp', place: 'deal', reason: 'name', status: null });
    const values = { ...good, deal_links: [deal({}), deal({ url: ' https://b.example ' })] };
    const checks = findChecks(values, { ...known, links: [link({}), dead, link({ url: 'https://gone.example' })] });
    expect(checks.map(({ text, place }) => [text, place])).toEqual([
      ['A link leads nowhere (404): a.example/x', { in: 'link', url: 'https://a.example/x' }],
      ['A link leads to a site that does not exist: duka.example/lamp', { in: 'field', name: 'deal_links.0.url' }],
    ]);
  });

  it.each([
    [{ status: 403 }, 'Does not let us check (403): a.example/x'],
    [{ status: 503 }, 'Has trouble at the moment (503): a.example/x'],
    [{ reason: 'private', status: null }, 'Not on the public web: a.example/x'],
    [{ reason: 'redirects', status: null }, 'Leads from one address to another without end: a.example/x'],
  ] as const)('tells apart what could not be asked: %o', (changes, text) => {
    const links = [link({ outcome: 'unclear', ...changes })];
    expect(ids({}, { links })).toEqual([]);
    expect(unclearLinks(good, { links }).map((check) => check.text)).toEqual([text]);
  });

  it('says nothing of those that are fine or were not asked', () => {
    expect(ids({}, { links: [link({ outcome: 'ok', status: 200 })] })).toEqual([]);
    expect(ids({}, { links: [link({ outcome: null, reason: null, status: null, checked_at: null })] })).toEqual([]);
  });

  it('shortens addresses as people read them', () => {
    expect(shortUrl('https://www.a.example/')).toBe('a.example');
    expect(shortUrl(`https://a.example/${'x'.repeat(90)}`)).toHaveLength(60);
    // Never within a character, of however many units.
    expect(shortUrl(`https://a.example/${'x'.repeat(48)}👩🏽‍🌾y`)).toBe(`a.example/${'x'.repeat(48)}…`);
  });
});

describe('deals', () => {
  it('asks to disclose links in the text that earn a commission', () => {
    const content = '<p><a href="https://shop.example/lamp?tag=mwanga-21">Lamp</a></p>';
    expect(ids({ content })).toEqual(['disclosure']);
    expect(ids({ content, deal_links: [deal({ label: '' })] })).toEqual(['disclosure']);
    expect(ids({ content, deal_links: [deal({})] })).toEqual([]);
  });

  it.each([
    ['https://amzn.to/3x', true],
    ['https://shop.example/?affid=7', true],
    ['https://shop.example/tag/lamps?page=2', false],
    ['nothing', false],
  ])('%s earns a commission: %s', (url, earns) => {
    expect(isAffiliate(url)).toBe(earns);
  });

  it('asks for the day of a price that was saved without one, or seen long ago', () => {
    const deal_links = [deal({ price: '9' })];
    expect(ids({ deal_links }, { savedDeals: [saved({})] })).toEqual(['price-0']);
    expect(ids({ deal_links }, { savedDeals: [saved({ price_seen_at: '2026-10-01T09:00:00Z' })] })).toEqual([
      'price-0',
    ]);
    expect(ids({ deal_links }, { savedDeals: [saved({ price_seen_at: '2026-11-01T09:00:00Z' })] })).toEqual([]);
    expect(ids({ deal_links }, { savedDeals: [saved({ price: '8' })] })).toEqual([]);
    expect(ids({ deal_links: [deal({ price: '9', price_checked: true })] }, { savedDeals: [saved({})] })).toEqual([]);
  });

  it('names a comparison without deals, but none that somebody only writes about', () => {
    const content = '<p>a</p><div data-block="deals"></div>';
    expect(ids({ content, deal_links: [deal({ label: '' })] })).toEqual(['comparison']);
    expect(ids({ content, deal_links: [deal({})] })).toEqual([]);
    expect(ids({ content: '<p>&lt;div data-block="deals"&gt;</p>' })).toEqual([]);
  });

  it('says when a deal is over, and then nothing of its price', () => {
    const over = deal({ price: '9', ends_at: '2026-11-20T12:00' });
    expect(ids({ deal_links: [over] }, { savedDeals: [saved({})] })).toEqual(['deal-end-0']);
    expect(ids({ deal_links: [deal({ ends_at: '2026-11-20T12:01' })] })).toEqual([]);
  });
});

it('asks for category, tags, excerpt behind a wall, and the brand of what is paid for', () => {
  expect(ids({ category_name: '', tags: ' ' })).toEqual(['category_name', 'tags']);
  expect(ids({ access: 'subscribers' })).toEqual(['excerpt']);
  expect(ids({ access: 'registered', excerpt: 'In short' })).toEqual([]);
  expect(ids({ access: '' })).toEqual([]);
  expect(ids({ category_name: 'sponsored' })).toEqual(['brand']);
  expect(ids({ category_name: 'sponsored', brand: 'Panya' })).toEqual([]);
});

it('takes the opening of the text for no excerpt', () => {
  const post = { excerpt: 'The text begins.', dek: '' };
  expect(writtenExcerpt('The text begins.', post)).toBe('');
  expect(writtenExcerpt('In short', post)).toBe('In short');
  expect(writtenExcerpt('In short', { excerpt: 'In short', dek: 'In short' })).toBe('In short');
  expect(writtenExcerpt('In short', null)).toBe('In short');
});

it('names what readers do not see, and links whose heading is gone', () => {
  const content =
    '<h2 id="method">Method</h2><p><a href="#method">a</a> <a href="#gone">b</a> <a href="#gone">c</a></p>' +
    '<figure data-missing="https://x.example/a.png"><p><em>This picture is missing: chart of sales</em></p></figure>' +
    '<figure><p><em>These 3 pictures are missing.</em></p></figure><figure><p><em>Own words</em></p></figure>' +
    '<p>a<sup><a href="#fn-1" id="fnref-1">1</a></sup></p><ol data-block="footnotes"><li id="fn-1">b</li></ol>';
  expect(findChecks({ ...good, content }, known)).toEqual([
    {
      id: 'missing-0',
      text:
        'Readers do not see it: This picture is missing: chart of sales. ' +
        'It is fetched after you save, if possible; otherwise upload the file in its place.',
      place: { in: 'missing', number: 0 },
    },
    {
      id: 'missing-1',
      text: 'Readers do not see it: These 3 pictures are missing. Upload the file in its place.',
      place: { in: 'missing', number: 1 },
    },
    {
      id: 'part-#gone',
      text: 'A link leads to no heading of this text: #gone',
      place: { in: 'link', url: '#gone' },
    },
  ]);
});
