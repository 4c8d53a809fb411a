import type { JSONContent } from '@tiptap/core';

/**
 * The table of a text that a spreadsheet copied: a row a line, its cells with tabs between them. Null for any other
 * text: a table has two cells in a row, and the same number of tabs in each.
 */
export function tableFromTabs(text: string): JSONContent | null {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
  const rows = lines.map((line) => line.split('\t'));
  const columns = rows[0]?.length ?? 0;
  // Indented code has its tabs at the beginning.
  if (columns < 2 || rows.some((row) => row.length !== columns) || rows.every(([first]) => first === '')) return null;
  return {
    type: 'table',
    content: rows.map((row) => ({ type: 'tableRow', content: row.map(cell) })),
  };
}

function cell(text: string): JSONContent {
  const words = text.trim();
  const content = words ? [{ type: 'text', text: words }] : [];
  return { type: 'tableCell', content: [{ type: 'paragraph', content }] };
}
