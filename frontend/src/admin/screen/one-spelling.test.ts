import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const files = readdirSync('src/admin', { recursive: true, encoding: 'utf8' }).filter((name) =>
  /(?<!\.test)\.tsx$/.test(name),
);

/** The files of the admin area in which something is spelled out. */
const spelling = (what: RegExp) => files.filter((name) => what.test(readFileSync(`src/admin/${name}`, 'utf8'))).sort();

it('every screen takes its heading from here', () => {
  expect(spelling(/<h1\b/)).toEqual(['screen/screen-title.tsx']);
});

it('every error is told by the same line, but for the list of posts that were not changed', () => {
  expect(spelling(/role="alert"/)).toEqual(['post-list/bulk-refusals.tsx', 'screen/error-line.tsx']);
});

it('every form that is longer than the window has the same bar to save it', () => {
  expect(spelling(/\bsticky bottom-0\b/)).toEqual(['screen/save-bar.tsx']);
});
