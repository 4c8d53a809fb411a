import { expect, it } from 'vitest';
import { pageUrl } from './follow-links';

function link(attributes: Record<string, string>): HTMLAnchorElement {
  const element = document.createElement('a');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

it.each([
  '/',
  '/category/tech?page=2',
  '/post/slug/a-post#deals',
  '/privacy-policy#rights',
  '/search?q=x',
  '/tag/solar',
  '/author/mwanga-team',
  '/auth/login',
  '/manage-account',
  '/a-page-of-an-editor',
])('draws %s itself', (href) => {
  expect(pageUrl(link({ href }))?.pathname).toBe(href.replace(/[?#].*/, ''));
});

it.each([
  '/admin',
  '/admin/clicks',
  '/subscribe',
  '/admin-auth',
  '/admin-analytics',
  '/login',
  '/feed.xml',
  '/api/auth/login/google',
  'https://elsewhere.example/',
  'mailto:a@b.c',
])('leaves %s to the browser', (href) => {
  expect(pageUrl(link({ href }))).toBeNull();
});

it('leaves links with a target or a download to the browser', () => {
  expect(pageUrl(link({ href: '/', target: '_blank' }))).toBeNull();
  expect(pageUrl(link({ href: '/', download: '' }))).toBeNull();
});
