import { expect, it } from 'vitest';
import { removePageTags } from './remove-page-tags';

it('takes what was true of the first page alone', () => {
  document.head.innerHTML = `
    <meta name="viewport" content="a"><meta name="description" content="b"><link rel="canonical" href="/c">
    <meta property="og:title" content="d"><meta name="twitter:title" content="e"><meta name="keywords" content="f">
    <link rel="alternate" href="/category/tech/feed.xml" data-page="true"><link rel="alternate" href="/feed.xml">
    <script type="application/ld+json">{}</script>`;
  removePageTags();
  const left = [...document.head.children].map((tag) => tag.getAttribute('name') ?? tag.getAttribute('href'));
  expect(left).toEqual(['viewport', 'description', '/c', '/feed.xml']);
});
