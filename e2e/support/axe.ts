import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  help: string;
  nodes: { target: string[]; failureSummary?: string }[];
}

/** No violation of WCAG 2.2 AA on what the page shows now, or of these rules of axe alone. */
export async function expectAccessible(page: Page, rules?: string[], what?: string): Promise<void> {
  // A colour on its way is nobody's choice: while we look, everything stands where it was going. And a bar that stays
  // in view covers half of something at every second scroll position: it stands where it begins.
  const isThere = await page.evaluate(() => {
    const still = new CSSStyleSheet();
    still.replaceSync(
      '*, ::before, ::after { animation: none !important; transition: none !important }' +
        '.sticky, .sm\\:sticky { position: static !important }',
    );
    document.adoptedStyleSheets.push(still);
    return 'axe' in window;
  });
  // Through the debugger, not as a script element: the page's policy would refuse that, and rightly.
  if (!isThere) await page.evaluate(source);
  const violations = await page.evaluate(async (rules) => {
    const { axe } = window as unknown as {
      axe: { run(context: Document, options: object): Promise<{ violations: Violation[] }> };
    };
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    // What is right need not be described, which takes half of the time.
    const options = { runOnly: rules ?? { type: 'tag', values: tags }, resultTypes: ['violations'] };
    const { violations } = await axe.run(document, options);
    document.adoptedStyleSheets.pop();
    return violations;
  }, rules);
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help} at ${node.target.join(' ')}: ${node.failureSummary}`),
  );
  expect(found, what).toEqual([]);
}
