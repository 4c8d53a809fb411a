import { expect, it } from 'vitest';
import { postView } from '../../testing/posts';
import { siteAnswer } from '../../testing/site';
import { postJsonLd, readPrice } from './post-json-ld';

it.each([
  ['300', '300', 'USD'],
  ['$1,299.99', '1299.99', 'USD'],
  ['KSh 4,500', '4500', 'KES'],
  ['Ksh. 4500', '4500', 'KES'],
  ['€20', '20', 'EUR'],
  ['TZS 90,000', '90000', 'TZS'],
  ['90000 UGX', '90000', 'UGX'],
])('reads %s', (text, price, priceCurrency) => {
  expect(readPrice(text)).toEqual({ price, priceCurrency });
});

it.each(['', 'Free', 'from $20', '$5/month', '$20 to $30', '4.500,00 €', '¤5', '4500/-', 'KSh 4500 USD'])(
  'does not guess at "%s"',
  (text) => {
    expect(readPrice(text)).toBeUndefined();
  },
);

it('makes one product of offers with the same name, and none of those without a price', () => {
  const deal = { url: 'https://shop.example/a', cta_text: '', label: 'Duka', product_name: 'Panel', price: '300' };
  const data = postJsonLd(
    postView({
      deal_links: [deal, { ...deal, url: 'https://shop.example/b', price: 'KSh 900' }, { ...deal, price: 'soon' }],
    }),
    siteAnswer,
  ) as Record<string, unknown>[];
  const [product, ...others] = data.filter((block) => block['@type'] === 'Product');
  expect(others).toEqual([]);
  expect(product?.offers).toMatchObject([
    { price: '300', priceCurrency: 'USD', url: 'https://shop.example/a', seller: { name: 'Duka' } },
    { price: '900', priceCurrency: 'KES', url: 'https://shop.example/b' },
  ]);
});

it('says what is paid for and what is behind a subscription', () => {
  const [paid] = postJsonLd(postView({ category_slug: 'sponsored', brand: 'Panya' }), siteAnswer);
  expect(paid).toMatchObject({
    '@type': 'AdvertiserContentArticle',
    sponsor: { name: 'Panya' },
    isAccessibleForFree: true,
  });
  const [gated] = postJsonLd(postView({ access: 'subscribers' }), siteAnswer);
  expect(gated).toMatchObject({ isAccessibleForFree: false, hasPart: { cssSelector: '.prose' } });
});

it('keeps a headline within what search engines take', () => {
  const [long] = postJsonLd(postView({ title: 'a'.repeat(200) }), siteAnswer) as { headline: string }[];
  expect([...(long?.headline ?? '')]).toHaveLength(110);
});

it('says when it was last changed for readers, and what was wrong', () => {
  const correction = { text: 'It is 9.', created_at: '2026-11-22T07:00:00Z' };
  const [plain] = postJsonLd(postView({ updated_at: '2026-11-25T07:00:00Z' }), siteAnswer);
  expect(plain).toMatchObject({ dateModified: '2026-11-20T06:30:00Z', correction: undefined });
  const modified = { modified_at: correction.created_at, corrections: [correction] };
  const [corrected] = postJsonLd(postView(modified), siteAnswer);
  expect(corrected).toMatchObject({
    dateModified: correction.created_at,
    correction: [{ '@type': 'CorrectionComment', text: 'It is 9.', datePublished: correction.created_at }],
  });
});

it('names the end of an offer, and none that is over', () => {
  const deal = { url: 'https://shop.example/a', cta_text: '', label: 'Duka', product_name: 'Panel', price: '300' };
  const ends_at = '2026-11-30T20:59:00Z';
  const data = postJsonLd(
    postView({
      deal_links: [
        { ...deal, ends_at },
        { ...deal, url: 'https://shop.example/b', ends_at, expired: true },
      ],
    }),
    siteAnswer,
  ) as Record<string, unknown>[];
  const product = data.find((block) => block['@type'] === 'Product');
  expect(product?.offers).toMatchObject({ url: 'https://shop.example/a', priceValidUntil: ends_at });
});

it('says what a review box reviews, and with which score', () => {
  const box =
    '<aside data-block="review"><h3>Lamp &amp; &lt;/script&gt;</h3><p data-block="score"><strong>8.5</strong> out of 10</p>' +
    '<h4>Pros</h4><ul data-block="pros"><li>Bright &amp; cheap</li><li>Light</li></ul>' +
    '<h4>Verdict</h4><p data-block="verdict">Buy it.</p></aside>';
  const data = postJsonLd(postView({ content: `<p>a</p>${box}<p>b</p>` }), siteAnswer) as Record<string, unknown>[];
  expect(data.filter((block) => block['@type'] === 'Review')).toMatchObject([
    {
      itemReviewed: { '@type': 'Product', name: 'Lamp & </script>' },
      reviewRating: { ratingValue: 8.5, bestRating: 10, worstRating: 0 },
      reviewBody: 'Buy it.',
      positiveNotes: {
        '@type': 'ItemList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'Bright & cheap' },
          { '@type': 'ListItem', position: 2, name: 'Light' },
        ],
      },
      negativeNotes: undefined,
      author: { name: postView({}).author_label },
    },
  ]);
  const without = postJsonLd(postView({ content: '<p>a</p>' }), siteAnswer) as Record<string, unknown>[];
  expect(without.some((block) => block['@type'] === 'Review')).toBe(false);
});
