import { describe, expect, it } from 'vitest';
import { containsMedia, prepareContent } from './post-content';

describe('prepareContent', () => {
  it('puts each table into a box that scrolls and has its own name', () => {
    const html = prepareContent('<table><tr><td>1</td></tr></table><p>and</p><table></table>');
    expect(html).toContain('aria-label="Table 1" tabindex="0"><table>');
    expect(html).toContain('aria-label="Table 2" tabindex="0"><table>');
    expect(html.match(/<\/table><\/div>/g)).toHaveLength(2);
  });

  it('puts a table from right to left into a box as well, and keeps the direction of a card', () => {
    expect(prepareContent('<table dir="rtl"></table>')).toContain('tabindex="0"><table dir="rtl"></table></div>');
    const card = '<figure data-embed="https://vimeo.com/1" dir="rtl"><a href="https://vimeo.com/1">x</a></figure>';
    expect(prepareContent(card)).toContain('<figure data-embed="https://vimeo.com/1" dir="rtl"><a');
  });

  it('leaves the comparison of deals without a box', () => {
    const deals = '<div data-block="deals"><table role="table"><tbody></tbody></table></div>';
    const html = prepareContent(`${deals}<table><tbody></tbody></table>`);
    expect(html.startsWith(`${deals}<div class="table-box" role="region" aria-label="Table 1"`)).toBe(true);
    expect(html.endsWith('</table></div>')).toBe(true);
  });

  it('lets pictures and videos wait', () => {
    expect(prepareContent('<img src="/media/a.webp" alt="">')).toBe(
      '<img loading="lazy" decoding="async" src="/media/a.webp" alt="">',
    );
    expect(prepareContent('<video src="/media/a.mp4" controls></video>')).toContain(
      '<video playsinline preload="metadata"',
    );
  });

  it('leaves all other text alone', () => {
    const html = '<p>A &lt;table&gt; in words, tables and images.</p>';
    expect(prepareContent(html)).toBe(html);
  });
});

it('sees whether the text shows a file', () => {
  expect(containsMedia('<figure><img src="/media/a.webp"></figure>', '/media/a.webp')).toBe(true);
  expect(containsMedia('<p>/media/a.webp</p>', '/media/a.webp')).toBe(false);
});
