import { Editor, type Extensions } from '@tiptap/core';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { server } from '../../testing/server';
import { contentToHtml, parseContent } from './content-html';
import { contentExtensions } from './content-schema';
import { placeComparison } from './deal-comparison';
import { findMatches, replaceMatches } from './find-matches';
import { headingOf, idFrom, linkedHeadings, nameHeading } from './heading-ids';
import { LoneLinks } from './lone-links';
import { selectedPassage } from './passage';
import { matchingItems, slashItems } from './slash-items';
import { SlashQueries, slashQuery } from './slash-query';
import { tableFromTabs } from './tab-separated';
import { countWords } from './text-count';
import { WholeLinks } from './whole-links';

let editor: Editor;

function open(html = '', extra: Extensions = []) {
  editor = new Editor({
    element: document.body.appendChild(document.createElement('div')),
    extensions: [...contentExtensions, WholeLinks, ...extra],
    content: parseContent(html).toJSON(),
  });
  return editor;
}

function type(text: string) {
  for (const letter of text) {
    const { view } = editor;
    const { from, to } = view.state.selection;
    const plain = () => view.state.tr.insertText(letter, from, to);
    if (!view.someProp('handleTextInput', (handle) => handle(view, from, to, letter, plain))) view.dispatch(plain());
  }
}

afterEach(() => editor.destroy());

test('a list that is typed begins with its number', () => {
  open();
  type('3. three');
  editor.commands.splitListItem('listItem');
  type('four');
  expect(contentToHtml(editor.state.doc)).toBe('<ol start="3"><li>three</li><li>four</li></ol>');
});

test('the second half of a heading or an item has no name or number of its own', () => {
  open('<h2 id="method">One two</h2><ol><li value="7">ab</li></ol>');
  editor.chain().setTextSelection(5).splitBlock().run();
  expect(contentToHtml(editor.state.doc)).toContain('<h2 id="method">One </h2>');
  expect(contentToHtml(editor.state.doc).match(/method/g)).toHaveLength(1);
  editor.commands.setContent('<ol><li value="7"><p>ab</p></li></ol>');
  editor.chain().setTextSelection(4).splitListItem('listItem').run();
  expect(contentToHtml(editor.state.doc)).toContain('<ol><li value="7">a</li><li>b</li></ol>');
});

test('a link names a heading by its id or its words, and gives it the id it lacks', () => {
  open('<h2>The Method</h2><h2 id="costs">What it costs</h2><h3>عنوان</h3><p>x</p>');
  const headings = linkedHeadings(editor.state.doc, [2, 3, 4]);
  expect(headings.map(({ id }) => id)).toEqual(['the-method', 'costs', 'part']);
  for (const [part, id] of [
    ['the-method', 'the-method'],
    ['The method', 'the-method'],
    ['h-costs', 'costs'],
    ['story-the-method', 'the-method'],
    ['عنوان', 'part'],
    ['gone', undefined],
    ['', undefined],
  ]) {
    expect(headingOf(part ?? '', headings)?.id).toBe(id);
  }
  const [method] = headings;
  if (method) nameHeading(editor, method);
  expect(contentToHtml(editor.state.doc)).toContain('<h2 id="the-method">The Method</h2>');
});

test('ids are made as the server makes them', () => {
  for (const [words, id] of [
    ['How, then?', 'how-then'],
    ['h-one', 'one'],
    ['H', 'part'],
    ['fn-1', 'note-fn-1'],
    ['…', 'part'],
  ]) {
    expect(idFrom(words ?? '')).toBe(id);
  }
});

test('blocks without a direction are shown with that of their letters', () => {
  const { view } = open('<p>a</p><p dir="rtl">b</p><ul><li>c</li></ul>');
  expect([...view.dom.children].map((block) => block.getAttribute('dir'))).toEqual(['auto', 'rtl', 'auto']);
});

test('a passage that is too long ends before a character, and never within one', () => {
  const farmer = '👩🏽‍🌾'; // four code points, seven units of UTF-16
  for (const [before, length] of [
    [496, 500],
    [497, 497],
    [499, 499],
  ] as const) {
    open(`<p>${'a'.repeat(before)}${farmer}${'b'.repeat(9)}</p>`);
    editor.commands.selectAll();
    expect([...selectedPassage(editor)]).toHaveLength(length);
    expect(selectedPassage(editor).endsWith(before === 496 ? farmer : 'a')).toBe(true);
  }
});

test('a passage is what the browser has selected, also before the editor knows of it', () => {
  const { view } = open('<p>She carries forty people.</p>');
  const words = view.dom.querySelector('p')?.firstChild as Text;
  editor.commands.setTextSelection({ from: 1, to: 4 });
  getSelection()?.removeAllRanges();
  expect(selectedPassage(editor)).toBe('She');
  getSelection()?.setBaseAndExtent(words, 11, words, 4);
  expect(selectedPassage(editor)).toBe('carries');
  getSelection()?.collapse(words, 0);
  expect(selectedPassage(editor)).toBe('');
});

test.each([
  'https://www.youtube.com/watch?v=a_b-c~~d',
  'https://youtu.be/_abc_',
  'https://x.com/a/status/1790?s=20',
  'https://example.com/a*b*c',
])('typed %s is one link', (address) => {
  open();
  type(`${address} `);
  expect(contentToHtml(editor.state.doc)).toBe(`<p><a href="${address.replaceAll('&', '&amp;')}">${address}</a> </p>`);
});

describe('a typed link stays whole', () => {
  const typed = (address: string) => {
    open();
    type(`${address} `);
  };
  const saved = () => contentToHtml(editor.state.doc);
  const backspace = (count: number) => {
    const { from } = editor.state.selection;
    editor.commands.deleteRange({ from: from - count, to: from });
  };

  test('when its writer goes back and types on', () => {
    typed('https://example.com/a');
    backspace(1);
    type('bc ');
    expect(saved()).toBe('<p><a href="https://example.com/abc">https://example.com/abc</a> </p>');
  });

  test('when a part of it is typed anew', () => {
    typed('https://example.com/abc');
    backspace(3);
    type('z.');
    expect(saved()).toBe('<p><a href="https://example.com/az">https://example.com/az.</a></p>');
    type('html');
    expect(saved()).toBe('<p><a href="https://example.com/az.html">https://example.com/az.html</a></p>');
  });

  test('when the rest of it is pasted', () => {
    typed('https://example.com/a');
    backspace(1);
    const { tr, schema } = editor.state;
    editor.view.dispatch(tr.replaceSelectionWith(schema.text('/bc'), false));
    expect(saved()).toBe('<p><a href="https://example.com/a/bc">https://example.com/a/bc</a></p>');
  });

  test('and a link with words of its own leads where it did', () => {
    open('<p><a href="https://example.com/long">https://example.com</a></p>');
    editor.commands.setTextSelection(20);
    type('/x');
    expect(saved()).toContain('href="https://example.com/long"');
  });
});

describe('"/"', () => {
  const query = () => slashQuery(editor.state)?.text;

  test('asks for blocks at the start of an empty paragraph, filtered by what follows', () => {
    open('', [SlashQueries]);
    type('/');
    expect(query()).toBe('');
    type('tab');
    expect(query()).toBe('tab');
    const { from, to } = slashQuery(editor.state) ?? { from: 0, to: 0 };
    editor.chain().deleteRange({ from, to }).insertTable({ rows: 2, cols: 2 }).run();
    expect(query()).toBeUndefined();
    expect(contentToHtml(editor.state.doc)).toMatch(/^<table>/);
  });

  test('is a sign like any other elsewhere', () => {
    open('<p>and</p>', [SlashQueries]);
    editor.commands.setTextSelection(4);
    type('/or');
    expect(query()).toBeUndefined();
  });

  test('is not asked with again when it is undone or left', () => {
    open('', [SlashQueries]);
    type('/');
    editor.commands.setTextSelection(1);
    expect(query()).toBeUndefined();
    editor.commands.deleteRange({ from: 1, to: 2 });
    editor.commands.undo();
    expect(query()).toBeUndefined();
  });

  test('finds blocks by their names and by other words, and those of posts in posts alone', () => {
    const names = (typed: string, inPages = false) =>
      matchingItems(slashItems(inPages, !inPages), typed).map(({ name }) => name);
    expect(names('quo')).toEqual(['Quote', 'Pull quote']);
    expect(names('image')).toEqual(['Picture', 'From the library']);
    expect(names('h2')).toEqual([]);
    expect(names('head')).toEqual(['Heading 2', 'Heading 3']);
    expect(names('', true)).not.toContain('Footnote');
    expect(names('')).toContain('Footnote');
    expect(names('deals')).toEqual(['Comparison of deals']);
    expect(slashItems(false, false).map(({ name }) => name)).not.toContain('Comparison of deals');
  });
});

describe('the comparison of deals', () => {
  const PLACE = '<div data-block="deals"></div>';
  const saved = () => contentToHtml(editor.state.doc);

  test('takes the place of an empty paragraph, and what is typed goes on below', () => {
    open('');
    placeComparison(editor.chain()).run();
    type('on');
    expect(saved()).toBe(`${PLACE}<p>on</p>`);
  });

  test('stands outside of lists and moves to where it is put again, in one step', () => {
    open(`<p>a</p>${PLACE}<ul><li>b</li></ul>`);
    editor.commands.setTextSelection(editor.state.doc.content.size - 3);
    placeComparison(editor.chain()).run();
    expect(saved()).toBe(`<p>a</p><ul><li>b</li></ul>${PLACE}`);
    editor.commands.undo();
    expect(saved()).toBe(`<p>a</p>${PLACE}<ul><li>b</li></ul>`);
  });
});

describe('a link of a listed service alone in a paragraph', () => {
  const address = 'https://youtu.be/abc';
  const card = {
    url: 'https://www.youtube.com/watch?v=abc',
    href: 'https://www.youtube.com/watch?v=abc',
    label: 'Video',
  };
  const asked: string[] = [];
  const answerWith = (answer: () => Response) => {
    asked.length = 0;
    server.use(
      http.get('*/api/admin/embed', ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('address') ?? '');
        return answer();
      }),
    );
  };
  const saved = () => contentToHtml(editor.state.doc);

  test('becomes a card when it was typed and left, and a link again by undo', async () => {
    answerWith(() => HttpResponse.json(card));
    open('<p>Before</p><p></p>', [LoneLinks]);
    editor.commands.setTextSelection(9);
    type(address);
    expect(asked).toEqual([]);
    editor.commands.splitBlock();
    await vi.waitFor(() => expect(saved()).toContain('<figure data-embed="https://www.youtube.com/watch?v=abc">'));
    expect(asked).toEqual([address]);
    type('After');
    expect(saved()).toMatch(/<\/figure><p>After<\/p>$/);
    editor.commands.undo();
    editor.commands.undo();
    expect(saved()).toContain(`<p><a href="${address}">${address}</a></p>`);
    editor.commands.setTextSelection(2);
    editor.commands.setTextSelection(12);
    editor.commands.setTextSelection(2);
    expect(asked).toEqual([address]);
  });

  test('asks for the whole address, however its link was made', async () => {
    answerWith(() => HttpResponse.json(card));
    open(`<p><a href="https://youtu.be/a">https://youtu.be/a</a></p><p>b</p>`, [LoneLinks]);
    editor.commands.setTextSelection(19);
    type('bc');
    editor.commands.setTextSelection(editor.state.doc.content.size - 1);
    await vi.waitFor(() => expect(asked).toEqual([address]));
  });

  test('stays a link where the server makes no card of it', async () => {
    answerWith(() => HttpResponse.json({ error: 'No.', code: 'embed.unknown' }, { status: 422 }));
    open('', [LoneLinks]);
    type(address);
    editor.commands.splitBlock();
    await vi.waitFor(() => expect(asked).toEqual([address]));
    expect(saved()).toBe(`<p><a href="${address}">${address}</a></p>`);
  });

  test('stays one among words, with words of its own, and of other sites', async () => {
    answerWith(() => HttpResponse.json(card));
    open('', [LoneLinks]);
    for (const text of [`See ${address}`, 'https://example.com/watch?v=abc', 'https://x.com.evil.example/a']) {
      type(text);
      editor.commands.splitBlock();
    }
    await new Promise((done) => setTimeout(done, 20));
    expect(asked).toEqual([]);
  });
});

describe('find and replace', () => {
  const search = (text: string, matchCase = false) => findMatches(editor.state.doc, { text, matchCase });

  test('finds every place, without regard for case unless asked', () => {
    open('<h2>Taa</h2><p>taa <strong>ta</strong>a.</p><ul><li>TAA (x)</li></ul>');
    expect(search('taa')).toHaveLength(4);
    expect(search('taa', true)).toHaveLength(2);
    expect(search('(x')).toHaveLength(1);
    expect(search('')).toHaveLength(0);
  });

  test('replaces all in one step that undo takes back, and keeps marks and places', () => {
    const html = '<p>taa <strong>taa</strong><br>taa taa</p>';
    open(html);
    editor.view.dispatch(replaceMatches(editor.state.tr, search('taa'), 'kandili'));
    const replaced = '<p>kandili <strong>kandili</strong><br>kandili kandili</p>';
    expect(contentToHtml(editor.state.doc)).toBe(replaced);
    editor.commands.undo();
    expect(contentToHtml(editor.state.doc)).toBe(html);
  });
});

test('a table of a spreadsheet that comes as text is a table', () => {
  open();
  const pasted = tableFromTabs('Lamp\t300\r\nKettle\t\r\n');
  editor.commands.insertContent(pasted);
  expect(contentToHtml(editor.state.doc)).toBe(
    '<table><tbody><tr><td>Lamp</td><td>300</td></tr><tr><td>Kettle</td><td></td></tr></tbody></table>',
  );
  for (const text of ['one line', 'a\nb', 'a\tb\nc', '\tif (x)\n\t  y', '']) expect(tableFromTabs(text)).toBeNull();
});

test('words are counted in blocks, notes, boxes and cards as the server counts them', () => {
  open(
    '<h2>A head</h2><p>and – f<strong>ou</strong>r words<sup><a href="#fn-1">1</a></sup>.</p>' +
      '<figure data-embed="https://vimeo.com/1"><a href="https://vimeo.com/1">My video</a></figure>' +
      '<aside data-block="review"><h3>Lamp</h3><p data-block="score">8</p><ul data-block="pros"><li>Bright</li></ul></aside>' +
      '<ol data-block="footnotes"><li id="fn-1">A source</li></ol>',
  );
  expect(countWords(editor.state.doc)).toBe(5 + 2 + 7 + 2);
});
