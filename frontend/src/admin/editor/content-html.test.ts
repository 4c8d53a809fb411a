import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contentToHtml, isPictureAlone, normalizePastedHtml, parseContent } from './content-html';
import { pageSchema } from './content-schema';

const FOOTNOTES =
  '<p>One<sup><a href="#fn-1" id="fnref-1" aria-label="Footnote 1">1</a></sup> and <strong>two</strong>' +
  '<sup><a href="#fn-2" id="fnref-2" aria-label="Footnote 2">2</a></sup>.</p><ol data-block="footnotes">' +
  '<li id="fn-1">From <a href="https://example.com/">a source</a>. ' +
  '<a href="#fnref-1" aria-label="Back to the text of footnote 1">↩</a></li>' +
  '<li id="fn-2">Another <em>one</em>, m<sup>2</sup>. ' +
  '<a href="#fnref-2" aria-label="Back to the text of footnote 2">↩</a></li></ol>';

const REVIEW =
  '<p>a</p><aside data-block="review"><h3>Lamp &amp; &lt;b&gt;</h3>' +
  '<p data-block="score"><strong>8.5</strong> out of 10</p>' +
  '<h4>Pros</h4><ul data-block="pros"><li>Bright</li><li>Cheap</li></ul>' +
  '<h4>Cons</h4><ul data-block="cons"><li>Heavy</li></ul>' +
  '<h4>Specifications</h4><table><tbody><tr><th scope="row">Weight</th><td>2 kg</td></tr></tbody></table>' +
  '<h4>Verdict</h4><p data-block="verdict">Buy it.</p></aside><p>b</p>';

function afterRoundTrip(html: string): string {
  return contentToHtml(parseContent(html));
}

describe('loading and saving a post keeps', () => {
  test.each([
    [
      'paragraphs and marks',
      '<p>One <strong>bold</strong>, <em>soft</em>, <u>under</u>, <s>gone</s>, <cite>Title</cite>, H<sub>2</sub>O, m<sup>2</sup>.<br>Next line</p>',
    ],
    [
      'links with their title',
      '<p><a href="https://example.com/a?b=1&amp;c=2" title="More">a link</a> and <a href="/post/slug/other">one inside</a></p>',
    ],
    [
      'bold and linked inline code',
      '<p><code>plain</code> <strong><code>bold</code></strong> <a href="/x"><code>linked</code></a></p>',
    ],
    ['headings and rules', '<h2>Two</h2><p>a</p><h3>Three</h3><p>b</p><h4>Four</h4><hr><p>c</p>'],
    ['nested lists', '<ul><li>One<ol><li>First</li><li>Second<ul><li>Deep</li></ul></li></ol></li><li>Two</li></ul>'],
    ['list items of several paragraphs', '<ol><li><p>One</p><p>More of one</p></li><li>Two</li></ol>'],
    ['the place of the comparison of deals', '<p>a</p><div data-block="deals"></div><p>b</p>'],
    ['quotes', '<blockquote><p>Said.</p><p><cite>Somebody</cite></p></blockquote>'],
    ['listings, line by line', '<pre><code>SELECT *\n  FROM sales\n WHERE a &lt; b;\n\n-- done</code></pre>'],
    [
      'tables with head, spans and scopes',
      '<table><thead><tr><th scope="col">Name</th><th colspan="2" scope="col">Price</th></tr></thead><tbody><tr><th scope="row">Lamp</th><td>$3</td><td>$4</td></tr><tr><td rowspan="2">Kettle</td><td><ul><li>red</li></ul></td><td><strong>$9</strong></td></tr><tr><td></td><td>$10</td></tr></tbody></table>',
    ],
    ['tables without a head', '<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>'],
    [
      'pictures with caption, alt text and size',
      '<figure><img src="/media/2026/sun.webp" alt="A sun" width="1200" height="800"><figcaption>Dawn, by <em>Ada</em>. <a href="https://example.com">Source</a></figcaption></figure>',
    ],
    ['pictures without a caption', '<figure><img src="/media/a.webp" alt=""></figure><p>after</p>'],
    [
      'videos',
      '<figure><video src="/media/a.mp4" poster="/media/a.webp" controls="" width="640" height="360"></video><figcaption>A clip</figcaption></figure>',
    ],
    [
      'embed cards',
      '<figure data-embed="https://www.youtube.com/watch?v=abc"><a href="https://www.youtube.com/watch?v=abc">How a lamp works</a><figcaption>On YouTube</figcaption></figure>',
    ],
    [
      'figures around a table or listing',
      '<figure><table><tbody><tr><td>a</td></tr></tbody></table><figcaption>Table 1</figcaption></figure><figure><pre><code>x</code></pre><figcaption>Listing 1</figcaption></figure>',
    ],
    ['pull quotes', '<blockquote data-block="pull-quote"><p>Pulled <em>words</em>.</p></blockquote><p>b</p>'],
    ['footnotes', FOOTNOTES],
    [
      'how lists are numbered',
      '<ol start="3"><li>c</li><li value="7">g</li></ol><ol reversed="" type="a"><li>b</li><li>a</li></ol>',
    ],
    [
      'ids of headings and links to them',
      '<h2 id="method">Method</h2><p><a href="#method">How</a></p><h4 id="four">Four</h4>',
    ],
    [
      'the direction of blocks',
      '<p dir="rtl">مرحبا.</p><h2 dir="rtl" id="part">عنوان</h2><ul dir="rtl"><li>أ</li><li dir="ltr">b</li><li><p dir="rtl">ج</p></li></ul><blockquote dir="rtl"><p>س</p><p dir="ltr">s</p></blockquote><pre dir="ltr"><code>x</code></pre>',
    ],
    [
      'the direction of tables, figures and quotes',
      '<table dir="rtl"><tbody><tr><th dir="ltr" scope="row">a</th><td dir="rtl">ب</td></tr></tbody></table><figure dir="rtl"><img src="/media/a.webp" alt=""><figcaption>س</figcaption></figure><figure dir="rtl"><pre><code>x</code></pre><figcaption>Listing 1</figcaption></figure><blockquote data-block="pull-quote" dir="rtl"><p>س</p></blockquote>',
    ],
    [
      'the language of words',
      '<p>He said <em><span lang="fr">bon</span><span lang="sw-KE">jour</span></em>, <a href="/x"><span lang="ar">سلام</span></a>.</p><pre><code><span lang="am">ሀ</span></code></pre>',
    ],
    ['review boxes', REVIEW],
  ])('%s', (_what, html) => {
    expect(afterRoundTrip(html)).toBe(html);
  });

  test('the same HTML when it is done twice', () => {
    const loose =
      '<p>Text<img src="/media/a.png">more</p><ul><li><p>a</p></li></ul><table><tr><th>A</th></tr><tr><td><p>1</p></td></tr></table><figure><figcaption>First</figcaption><img src="/media/b.png" alt="b"></figure><p></p>';
    const once = afterRoundTrip(loose);
    expect(once).toBe(
      '<p>Text</p><figure><img src="/media/a.png" alt=""></figure><p>more</p><ul><li>a</li></ul><table><thead><tr><th>A</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table><figure><img src="/media/b.png" alt="b"><figcaption>First</figcaption></figure>',
    );
    expect(afterRoundTrip(once)).toBe(once);
  });

  test('every picture of a gallery', () => {
    expect(
      afterRoundTrip(
        '<figure><figure><img src="/media/1.png" alt="1"></figure><figure><img src="/media/2.png" alt="2"><figcaption>Two</figcaption></figure><figcaption>Both</figcaption></figure><figure><img src="/media/3.png" alt="3"><img src="/media/4.png" alt="4"><figcaption>Pair</figcaption></figure>',
      ),
    ).toBe(
      '<figure><img src="/media/1.png" alt="1"></figure><figure><img src="/media/2.png" alt="2"><figcaption>Two</figcaption></figure><p>Both</p><figure><img src="/media/3.png" alt="3"></figure><figure><img src="/media/4.png" alt="4"><figcaption>Pair</figcaption></figure>',
    );
  });
});

test('an empty document is stored as nothing', () => {
  expect(afterRoundTrip('')).toBe('');
  expect(afterRoundTrip('<p></p><p></p>')).toBe('');
});

test('what is drawn is not stored', () => {
  expect(
    afterRoundTrip('<h2 dir="auto">a</h2><p dir="auto">b</p><ul dir="auto"><li>c</li></ul><p dir="evil">d</p>'),
  ).toBe('<h2>a</h2><p>b</p><ul><li>c</li></ul><p>d</p>');
});

test('the language of a block is that of its words', () => {
  expect(afterRoundTrip('<p lang="fr">Oui <i lang="sw">ndiyo</i></p>')).toBe(
    '<p><span lang="fr">Oui </span><em><span lang="sw">ndiyo</span></em></p>',
  );
});

test('a copied picture is told from a text with one', () => {
  // Chrome's "Copy image", a picture out of Word, and texts.
  expect(isPictureAlone('<meta charset="utf-8"><img src="https://x.example/a.png" alt="A"/>')).toBe(true);
  expect(isPictureAlone('<html><body><!--StartFragment--><p><img src="file:///C:/a.png"></p></body></html>')).toBe(
    true,
  );
  expect(isPictureAlone('<p>Words</p><img src="https://x.example/a.png">')).toBe(false);
  expect(isPictureAlone('<table><tr><td><img src="a.png"></td></tr></table>')).toBe(false);
  expect(isPictureAlone('<p></p>')).toBe(false);
});

test.each([
  [
    '<p><img src="https://x.example/a.png?b=1&amp;c=2" alt="chart of sales"></p>',
    '<figure data-missing="https://x.example/a.png?b=1&amp;c=2"><p><em>This picture is missing: chart of sales</em></p></figure>',
  ],
  [
    '<figure><img src="//x.example/a.png"><figcaption>Cap</figcaption></figure>',
    '<figure data-missing="http://x.example/a.png"><p><em>This picture is missing.</em></p><figcaption>Cap</figcaption></figure>',
  ],
  ['<img src="/media/a.png" alt="">', '<figure><img src="/media/a.png" alt=""></figure>'],
])('a picture of another site is a marked place: %s', (html, saved) => {
  const once = contentToHtml(parseContent(normalizePastedHtml(html)));
  // What has no scheme has that of the page.
  expect(once.replace('"https://x.example/a.png">', '"http://x.example/a.png">')).toBe(saved);
  expect(afterRoundTrip(once)).toBe(once);
});

describe('pasted', () => {
  const pasted = (html: string) => contentToHtml(parseContent(normalizePastedHtml(html)));

  test.each([
    [
      '<div dir="rtl"><p>أ</p><div>ب</div><p dir="ltr">c، د</p></div>',
      '<p dir="rtl">أ</p><p>ب</p><p dir="ltr">c، د</p>',
    ],
    ['<div dir="rtl">أ</div>', '<p dir="rtl">أ</p>'],
    ['<ul dir="rtl"><li>أ<ul><li>ب</li></ul></li></ul>', '<ul dir="rtl"><li>أ<ul><li>ب</li></ul></li></ul>'],
    ['<p dir="ltr">Plain</p><ul><li dir="ltr"><p dir="ltr">a</p></li></ul>', '<p>Plain</p><ul><li>a</li></ul>'],
  ])('blocks have the direction of what was around them: %s', (html, saved) => {
    expect(pasted(html)).toBe(saved);
  });

  test.each([
    [
      '<h2><a name="_Toc1"></a>One</h2><p><a href="#_Toc1">a</a></p>',
      '<h2 id="_Toc1">One</h2><p><a href="#_Toc1">a</a></p>',
    ],
    [
      '<section id="x"><h2 id="y">One</h2></section><p><a href="#x">a</a></p>',
      '<h2 id="y">One</h2><p><a href="#y">a</a></p>',
    ],
    ['<p><a id="x"></a></p><h3>One</h3><p><a href="#x">a</a></p>', '<h3 id="x">One</h3><p><a href="#x">a</a></p>'],
    ['<h1 id="top">One</h1>', '<h2 id="top">One</h2>'],
  ])('links within a text lead to its headings: %s', (html, saved) => {
    expect(pasted(html)).toBe(saved);
  });

  test('lists keep how they are numbered', () => {
    expect(pasted('<ol start="4" style="list-style-type: upper-roman"><li value="9">a</li></ol>')).toBe(
      '<ol start="4" type="I"><li value="9">a</li></ol>',
    );
  });
});

test('a heading of the first rank becomes one of the second', () => {
  expect(afterRoundTrip('<h1>A <em>title</em></h1>')).toBe('<h2>A <em>title</em></h2>');
});

test('pasted pictures that only the clipboard has are marked places', () => {
  const pasted = (html: string) => contentToHtml(parseContent(normalizePastedHtml(html)));
  const mark = (words: string) => `<figure data-missing=""><p><em>${words}</em></p></figure>`;
  expect(pasted('<p><img src="file:///C:/clip_image001.png" alt="Sales"></p><p>b</p>')).toBe(
    `${mark('This picture is missing: Sales')}<p>b</p>`,
  );
  expect(pasted(`<p>a<img src="data:image/png;base64,${'A'.repeat(3000)}">b</p>`)).toBe(
    `<p>a</p>${mark('This picture is missing.')}<p>b</p>`,
  );
  expect(pasted('<p><a href="/x"><img src="/media/a.png" alt="A"></a></p>')).toBe(
    '<figure><img src="/media/a.png" alt="A"></figure>',
  );
});

test('what stands in for a picture that a page has yet to load is left out', () => {
  expect(normalizePastedHtml('<p>a<img src="data:image/png;base64,AAAA">b</p>')).toBe('<p>ab</p>');
});

describe('loading and saving a page keeps', () => {
  const folder = join(import.meta.dirname, '../../../../crates/core/src/built_in_pages/words');

  test.each(readdirSync(folder))('the words of %s', (file) => {
    const words = readFileSync(join(folder, file), 'utf8').replaceAll(/\n +/g, ' ').split('\n\n').slice(1).join('');
    const html = words.replaceAll('\n', '');
    // The server writes rel by itself.
    expect(contentToHtml(parseContent(html, pageSchema))).toBe(html);
  });

  test('every block', () => {
    const html =
      '<h2 id="pay">Pay</h2><details><summary>Why?</summary><p>So.</p><ul><li>a</li></ul></details>' +
      '<ol data-block="steps"><li><p>Ask</p><p>By phone.</p></li></ol><ul data-block="left-out"><li>a</li></ul>' +
      '<p data-block="action"><a href="/subscribe">Subscribe</a></p><aside data-block="aside"><h2>Whom</h2><p>All</p></aside>' +
      '<aside data-block="contact"><p>Talk to us</p></aside><div data-block="contact-form"></div><p>End</p>';
    expect(contentToHtml(parseContent(html, pageSchema))).toBe(html);
  });
});

test('blocks of a page that nobody wrote in are left out', () => {
  const blank =
    '<details><summary></summary><p></p></details><ul data-block="included"><li><p></p></li></ul>' +
    '<ol data-block="steps"><li><p>Ask</p><p>By phone.</p></li><li><p></p><p></p></li></ol><p data-block="action"></p>';
  expect(contentToHtml(parseContent(`${blank}<p>End</p>`, pageSchema))).toBe(
    '<ol data-block="steps"><li><p>Ask</p><p>By phone.</p></li></ol><p>End</p>',
  );
  const half = '<details><summary></summary><p>The answer is there.</p></details><ul><li></li></ul><p>End</p>';
  expect(contentToHtml(parseContent(half, pageSchema))).toContain('The answer is there.');
});

test('a post holds the text of a page block only', () => {
  expect(afterRoundTrip('<details><summary>Why?</summary><p>So.</p></details>')).toBe('<p>Why?</p><p>So.</p>');
});

test('one comparison of deals stands outside of other blocks, and what was drawn in it is left out', () => {
  const place = '<div data-block="deals"></div>';
  const drawn = '<div data-block="deals"><table><tbody><tr><td>Lamp</td></tr></tbody></table></div>';
  expect(afterRoundTrip(`<p>a</p>${drawn}<p>b</p>${drawn}`)).toBe(`<p>a</p>${place}<p>b</p>`);
  expect(afterRoundTrip(`<blockquote><p>a</p>${place}<p>b</p></blockquote><p>c</p>`)).toBe(
    `<blockquote><p>a</p><p>b</p></blockquote>${place}<p>c</p>`,
  );
});

test('footnotes are numbered by place', () => {
  const note = (number: number) => `<sup><a href="#fn-${number}">x</a></sup>`;
  const html = `<p>b${note(2)}</p><p>a${note(1)}</p><ol data-block="footnotes"><li id="fn-1">A</li><li id="fn-2">B</li></ol>`;
  const saved = afterRoundTrip(html);
  expect(saved).toContain('<li id="fn-1">B <a href="#fnref-1"');
  expect(saved).toContain('<li id="fn-2">A <a href="#fnref-2"');
  expect(afterRoundTrip(saved)).toBe(saved);
});

test('notes and references without each other stay as text', () => {
  expect(afterRoundTrip('<p>a<sup><a href="#fn-9">9</a></sup></p>')).toContain('<sup>');
  expect(afterRoundTrip('<p>a</p><ol data-block="footnotes"><li id="fn-1">A</li></ol>')).toBe(
    '<p>a</p><ol><li>A</li></ol>',
  );
});

test('a page has no blocks of posts', () => {
  const saved = contentToHtml(
    parseContent(`${REVIEW}<blockquote data-block="pull-quote"><p>q</p></blockquote>`, pageSchema),
  );
  expect(saved).not.toMatch(/<aside|pull-quote/);
  expect(saved).toContain('<blockquote><p>q</p></blockquote>');
});

test.each([
  [
    'Excel',
    '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style>td{mso-number-format:General}</style></head><body><table border=0 cellpadding=0 style="border-collapse:collapse;width:96pt"><colgroup><col width=64 style="width:48pt"><col width=64></colgroup><!--StartFragment--><tr height=20><td height=20 class=xl65 width=64 style="height:15.0pt">Lamp</td><td align=right x:num>300</td></tr><tr><td>Kettle</td><td></td></tr><!--EndFragment--></table></body></html>',
  ],
  [
    'Google Sheets',
    '<meta charset="utf-8"><google-sheets-html-origin><style type="text/css">td {border: 1px}</style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" dir="ltr" border="1" data-sheets-root="1"><colgroup><col width="100"/><col width="100"/></colgroup><tbody><tr style="height:21px;"><td style="overflow:hidden" data-sheets-value="{&quot;1&quot;:2}">Lamp</td><td data-sheets-numberformat="x">300</td></tr><tr><td>Kettle</td><td></td></tr></tbody></table></google-sheets-html-origin>',
  ],
  [
    'LibreOffice',
    '<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><style type="text/css">body,div,table,thead,tbody,tfoot,tr,th,td,p { font-family:"Liberation Sans"; font-size:x-small }</style></head><body><table cellspacing="0" border="0"><colgroup span="2" width="85"></colgroup><tr><td height="17" align="left"><font color="#000">Lamp</font></td><td align="right" sdval="300" sdnum="1033;">300</td></tr><tr><td>Kettle</td><td align="left"><br></td></tr></table></body></html>',
  ],
])('a table pasted from %s is a table', (_from, clipboard) => {
  expect(contentToHtml(parseContent(normalizePastedHtml(clipboard)))).toBe(
    '<table><tbody><tr><td>Lamp</td><td>300</td></tr><tr><td>Kettle</td><td></td></tr></tbody></table>',
  );
});
