// Sample data of the style guide. Its links lead nowhere.
import type { DealLink, PostCard } from '../../api/types';
import { titleCase } from '../format/title-case';

export const sampleDeal: DealLink = {
  url: 'https://shop.example.com/lamp',
  cta_text: 'See the lamp',
  label: 'Sample Shop',
  product_name: 'Sample lamp',
  price: '17',
};

export function samplePost(id: number, slug = 'tech'): PostCard {
  return {
    id,
    title: 'A headline of some length that takes up two lines',
    slug: `sample-${id}`,
    excerpt:
      'Two sentences that say what the post is about. They are long enough to be cut where a list has less room.',
    summary: '',
    category_name: titleCase(slug),
    category_slug: slug,
    created_at: '2026-11-20T06:30:00Z',
    publish_date: null,
    published_at: '2026-11-20T06:30:00Z',
    media_url: null,
    media_urls: [],
    poster_url: null,
    deal_links: [],
    author_name: 'mwanga_team',
    custom_author: '',
    author_label: 'Mwanga Team',
    author_slug: 'mwanga-team',
    tags: '',
    is_today_pick: false,
    brand: '',
    extra_text: '',
    language: '',
    access: 'everyone',
    reading_minutes: 4,
    preview: null,
  };
}

export const sampleText = `
<p>A paragraph with a <a href="/_styles">link</a>, <strong>strong words</strong>, <em>stressed words</em> and <code>code</code>.</p>
<h2>A heading</h2><p>Some text under it.</p><h3>A smaller heading</h3>
<ul><li>One thing</li><li>Another thing</li></ul>
<blockquote><p>A sentence worth setting apart.</p><cite>Somebody</cite></blockquote>
<table><thead><tr><th>Name</th><th>Value</th></tr></thead><tbody><tr><td>Sample</td><td>1,200</td></tr></tbody></table>
<pre><code>line   down 57M   up 19M</code></pre>
<figure data-embed="https://www.openstreetmap.org/export/embed.html?bbox=36.76%2C-1.33%2C36.88%2C-1.24"><a href="https://www.openstreetmap.org/">Map of Nairobi</a><figcaption>A card that loads on a press.</figcaption></figure>`;
