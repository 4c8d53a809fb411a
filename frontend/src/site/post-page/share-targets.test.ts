import { expect, it } from 'vitest';
import { shareTargets } from './share-targets';

const url = 'https://news.example/post/slug/a-post';
const targets = shareTargets({ url, title: 'Sun & shade: 100%?', image: 'https://news.example/media/a.webp' });

it('names the eight targets in their order', () => {
  expect(targets.map(({ name }) => name)).toEqual([
    'Facebook',
    'X',
    'LinkedIn',
    'Reddit',
    'Pinterest',
    'WhatsApp',
    'Telegram',
    'E-mail',
  ]);
});

it.each(targets)('$name gets the whole address and title', ({ name, href }) => {
  const query = new URL(href).searchParams;
  const values = [...query.values()].join(' ');
  expect(values).toContain(url);
  if (!['Facebook', 'LinkedIn'].includes(name)) expect(values).toContain('Sun & shade: 100%?');
});

it('gives Pinterest the picture when there is one', () => {
  expect(new URL(targets[4]?.href ?? '').searchParams.get('media')).toBe('https://news.example/media/a.webp');
  expect(shareTargets({ url, title: 'T', image: null })[4]?.href).not.toContain('media=');
});
