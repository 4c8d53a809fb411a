import { describe, expect, test } from 'vitest';
import { contentToHtml, normalizePastedHtml, parseContent } from './content-html';
import { pageSchema } from './content-schema';

/** A paragraph of a list as Word 365 for Windows puts it into the clipboard. */
function item(list: string, marker: string, words: string, more = '') {
  return (
    `<p class=MsoListParagraphCxSpMiddle style='margin-left:1.0in;mso-add-space:auto;text-indent:-.25in;mso-list:${list}'>` +
    `<![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${marker}` +
    `<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${words}${more}<o:p></o:p></p>`
  );
}

function word(body: string, styles = '') {
  return (
    '<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head>' +
    `<meta name=Generator content="Microsoft Word 15"><style><!-- ${styles} p.MsoNormal{margin:0in} --></style></head>` +
    `<body lang=EN-US style='tab-interval:.5in'><!--StartFragment-->${body}<!--EndFragment--></body></html>`
  );
}

const pasted = (html: string) => contentToHtml(parseContent(normalizePastedHtml(html)));

describe('lists of Word', () => {
  test.each([
    [
      'two levels of bullets',
      item('l0 level1 lfo1', '·', 'One') +
        item('l0 level2 lfo1', 'o', 'Deep <b>down</b>') +
        item('l0 level2 lfo1', 'o', 'More') +
        item('l0 level1 lfo1', '·', 'Two'),
      '<ul><li>One<ul><li>Deep <strong>down</strong></li><li>More</li></ul></li><li>Two</li></ul>',
    ],
    [
      'numbers, with letters in them',
      item('l1 level1 lfo2', '1.', 'One') +
        item('l1 level2 lfo2', 'a.', 'A') +
        item('l1 level2 lfo2', 'b.', 'B') +
        item('l1 level3 lfo2', 'i.', 'I') +
        item('l1 level1 lfo2', '2.', 'Two'),
      '<ol><li>One<ol type="a"><li>A</li><li>B<ol type="i"><li>I</li></ol></li></ol></li><li>Two</li></ol>',
    ],
    [
      'a list that goes on after a paragraph',
      `${item('l0 level1 lfo1', '1)', 'One')}<p class=MsoNormal>Between<o:p></o:p></p>${item('l0 level1 lfo1', '2)', 'Two')}`,
      '<ol><li>One</li></ol><p>Between</p><ol start="2"><li>Two</li></ol>',
    ],
    [
      'numbers after bullets, and another list at once',
      item('l0 level1 lfo1', '·', 'a') +
        item('l1 level1 lfo2', '1.', 'b') +
        item('l1 level1 lfo3', '1.', 'c') +
        item('l1 level1 lfo3', '5.', 'd'),
      '<ul><li>a</li></ul><ol><li>b</li></ol><ol><li>c</li><li value="5">d</li></ol>',
    ],
    [
      'a list that begins within',
      item('l0 level2 lfo1', 'o', 'a') + item('l0 level1 lfo1', '·', 'b'),
      '<ul><li>a</li></ul><ul><li>b</li></ul>',
    ],
    [
      'a step of two levels',
      item('l0 level1 lfo1', '·', 'a') + item('l0 level3 lfo1', '§', 'b') + item('l0 level1 lfo1', '·', 'c'),
      '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>',
    ],
    [
      'a further paragraph of an item',
      `${item('l0 level1 lfo1', '·', 'a')}<p class=MsoListParagraphCxSpMiddle style='margin-left:.5in'>more</p>${item('l0 level1 lfo1', '·', 'b')}`,
      '<ul><li><p>a</p><p>more</p></li><li>b</li></ul>',
    ],
    [
      'legal numbers',
      item('l0 level1 lfo1', '3.', 'a') + item('l0 level2 lfo1', '3.2.', 'b'),
      '<ol start="3"><li>a<ol start="2"><li>b</li></ol></li></ol>',
    ],
    [
      'blank paragraphs, also between items',
      `<p class=MsoNormal><o:p>&nbsp;</o:p></p>${item('l0 level1 lfo1', '·', 'a')}<p class=MsoNormal><span lang=EN-GB><o:p>&nbsp;</o:p></span></p>${item('l0 level1 lfo1', '·', 'b')}<p class=MsoNormal>c</p>`,
      '<ul><li>a</li><li>b</li></ul><p>c</p>',
    ],
    [
      'from right to left',
      "<p class=MsoListParagraph dir=RTL style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>1.</span>أ</p>",
      '<ol><li><p dir="rtl">أ</p></li></ol>',
    ],
    ['a paragraph whose list was taken away', "<p class=MsoListParagraph style='mso-list:none'>a</p>", '<p>a</p>'],
    [
      'a numbered heading',
      "<h2 style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>1. </span>Title</h2>",
      '<h2>1. Title</h2>',
    ],
  ])('%s', (_what, body, saved) => {
    expect(pasted(word(body))).toBe(saved);
  });

  test('letters and numbers are told apart by the styles of the document', () => {
    const styles =
      '@list l0 {mso-list-id:1} @list l0:level1 {mso-level-number-format:alpha-upper; mso-level-tab-stop:none} ' +
      '@list l0:level2\n\t{mso-level-text:"%2\\.";}';
    const body = item('l0 level1 lfo1', 'I.', 'Ninth') + item('l0 level2 lfo1', '1.', 'in it');
    expect(pasted(word(body, styles))).toBe('<ol start="9" type="A"><li>Ninth<ol><li>in it</li></ol></li></ol>');
  });
});

describe('footnotes of word processors', () => {
  const reference = (n: number, kind = 'ftn', style = 'footnote') =>
    `<a style='mso-${style}-id:${kind}${n}' href="#_${kind}${n}" name="_${kind}ref${n}" title=""><span class=MsoFootnoteReference>` +
    `<span style='mso-special-character:footnote'><![if !supportFootnotes]><span class=MsoFootnoteReference>[${n}]</span><![endif]></span></span></a>`;
  const note = (n: number, words: string, kind = 'ftn', style = 'footnote') =>
    `<div style='mso-element:${style}' id=${kind}${n}><p class=MsoFootnoteText><a style='mso-${style}-id:${kind}${n}' href="#_${kind}ref${n}" ` +
    `name="_${kind}${n}" title=""><span class=MsoFootnoteReference><![if !supportFootnotes]>[${n}]<![endif]></span></a> ${words}<o:p></o:p></p></div>`;
  const notes = (inside: string, style = 'footnote') =>
    `<div style='mso-element:${style}-list'><![if !supportFootnotes]><br clear=all><hr align=left size=1 width="33%"><![endif]>${inside}</div>`;
  const stored = (n: number) => `<sup><a href="#fn-${n}" aria-label="Footnote ${n}" id="fnref-${n}">${n}</a></sup>`;
  const back = (n: number) => `<a href="#fnref-${n}" aria-label="Back to the text of footnote ${n}">↩</a>`;
  const same = (html: string) => {
    const root = document.createElement('div');
    root.innerHTML = html;
    return root;
  };

  test('become ours, in the order of the text', () => {
    const html = word(
      `<p class=MsoNormal>One${reference(1)}, two${reference(2)}.</p>` +
        notes(note(1, 'A <i>source</i>.') + note(2, 'First.</p><p class=MsoFootnoteText>Second.')),
    );
    expect(
      same(pasted(html)).isEqualNode(
        same(
          `<p>One${stored(1)}, two${stored(2)}.</p><ol data-block="footnotes"><li id="fn-1">A <em>source</em>. ${back(1)}</li>` +
            `<li id="fn-2">First.<br>Second. ${back(2)}</li></ol>`,
        ),
      ),
    ).toBe(true);
  });

  test('endnotes too', () => {
    const html = word(
      `<p>a${reference(1, 'edn', 'endnote')}</p>${notes(note(1, 'End.', 'edn', 'endnote'), 'endnote')}`,
    );
    expect(pasted(html)).toContain('<li id="fn-1">End. <a href="#fnref-1"');
    expect(pasted(html)).not.toContain('<hr>');
  });

  test('and those of LibreOffice and of Google documents', () => {
    for (const html of [
      '<p>a<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a></p>' +
        '<div id="sdfootnote1"><p><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a>Note</p></div>',
      '<p>a<sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup></p><div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a>&nbsp;Note</p></div>',
    ]) {
      const saved = pasted(html);
      expect(saved).toContain('<li id="fn-1">Note <a href="#fnref-1"');
      expect(saved).toMatch(/^<p>a<sup><a href="#fn-1"[^>]*>1<\/a><\/sup><\/p><ol/);
    }
  });

  test('stay as text where a text has none, or a note is not there', () => {
    const html = word(`<p>One${reference(1)}.</p>${notes(note(1, 'A source.'))}`);
    const page = contentToHtml(parseContent(normalizePastedHtml(html, pageSchema), pageSchema));
    expect(page).toContain('A source.');
    expect(page).not.toContain('data-block');
    expect(pasted(word(`<p>One${reference(1)}.</p>`))).toContain('[1]');
  });
});
