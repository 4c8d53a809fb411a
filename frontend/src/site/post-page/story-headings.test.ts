import { describe, expect, it } from 'vitest';
import { listedStoryHeadings, storyHeadings, withHeadingIds } from './story-headings';

const ids = (html: string) => storyHeadings(html).map(({ id }) => id);

describe('storyHeadings', () => {
  it('makes ids from the words, in any script, and reads what stands between tags', () => {
    expect(
      storyHeadings('<h2>What it <em>really</em> costs</h2><p>…</p><h3>Salt &amp; rain</h3><h4>Left out</h4>'),
    ).toEqual([
      {
        id: 'story-what-it-really-costs',
        madeId: 'story-what-it-really-costs',
        level: 2,
        text: 'What it really costs',
      },
      { id: 'story-salt-rain', madeId: 'story-salt-rain', level: 3, text: 'Salt & rain' },
    ]);
    expect(ids('<h2>Bei ya “jua”?</h2><h2>शुल्क कितना</h2>')).toEqual(['story-bei-ya-jua', 'story-शुल्क-कितना']);
  });

  it('gives every heading an id of its own, also where words repeat or there are none', () => {
    expect(ids('<h2>Part</h2><h2>Part 2</h2><h2>Part</h2><h2>…</h2>')).toEqual([
      'story-part',
      'story-part-2',
      'story-part-3',
      'story-part-4',
    ]);
  });

  it('keeps the id of a heading when others come before it', () => {
    expect(ids('<h2>New</h2><h2>Costs</h2>')[1]).toBe(ids('<h2>Costs</h2>')[0]);
  });
});

it('keeps the id that a heading has, and is found by its words as well', () => {
  const html = '<h2 id="h-method" dir="auto">How <em>so</em></h2><h3 dir="rtl">B</h3>';
  expect(ids(html)).toEqual(['h-method', 'story-b']);
  expect(withHeadingIds(html)).toBe(
    '<h2 id="h-method" dir="auto"><span id="story-how-so"></span>How <em>so</em></h2><h3 id="story-b" dir="rtl">B</h3>',
  );
});

it('puts the ids on the headings and changes nothing else', () => {
  expect(withHeadingIds('<h2>A <code>$1</code></h2><p>h2</p><h3>B</h3>')).toBe(
    '<h2 id="story-a-1">A <code>$1</code></h2><p>h2</p><h3 id="story-b">B</h3>',
  );
});

it('lists the headings of long texts alone', () => {
  const parts = (count: number, words: number) =>
    Array.from({ length: count }, (_, at) => `<h2>Part ${at}</h2><p>${'word '.repeat(words)}</p>`).join('');
  expect(listedStoryHeadings(parts(3, 200))).toHaveLength(3);
  expect(listedStoryHeadings(parts(2, 300))).toEqual([]);
  expect(listedStoryHeadings(parts(3, 100))).toEqual([]);
});
