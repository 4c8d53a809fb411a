import { expect, test } from 'vitest';
import { formatIssue, parseIssue, sectionPart, sponsorPart } from './issue-parts';

const one = '<h2><a href="/post/slug/one">One</a></h2><p>About one.</p><p>More of it.</p>';
const two = `<h3><a href="${window.location.origin}/post/slug/two">Two</a></h3>`;
const sponsor = sponsorPart({ brand: 'A & B', title: 'Lamps <b>', href: 'https://a.example/?x=1&y=2', text: 'Light.' });
const titles = '<ul><li><a href="/post/slug/three">Three</a></li></ul>';

test('a text is its opening and its parts, and the same text again', () => {
  const html = `<p>Good morning.</p>${one}${sectionPart('Also <new>')}${two}${sponsor}${titles}<p>Bye.</p>`;
  const { opening, parts } = parseIssue(html);
  expect(opening).toBe('<p>Good morning.</p>');
  expect(parts.map(({ kind, title, href }) => [kind, title, href])).toEqual([
    ['story', 'One', '/post/slug/one'],
    ['section', 'Also <new>', ''],
    ['story', 'Two', '/post/slug/two'],
    ['sponsor', 'Lamps <b>', 'https://a.example/?x=1&y=2'],
    ['titles', 'More posts, by title', ''],
  ]);
  expect(parts[0]?.html).toBe(one);
  expect(parts[3]?.html).toBe(sponsor);
  expect(formatIssue({ opening, parts })).toBe(html);
});

test('what is no story stays where it is', () => {
  for (const html of [
    '<p>One</p>',
    '<h3>One</h3><p><strong>Bold</strong></p>',
    '<h3><a href="https://other.example/post">Elsewhere</a></h3>',
    '<h3><a href="/post/slug/one">One</a> and more</h3>',
    '<ul><li>One</li></ul>',
    'bare',
    '',
  ]) {
    expect(parseIssue(html)).toEqual({ opening: html, parts: [] });
  }
});

test('the same story twice has two keys', () => {
  const { parts } = parseIssue(one + one);
  expect(new Set(parts.map(({ key }) => key)).size).toBe(2);
});
