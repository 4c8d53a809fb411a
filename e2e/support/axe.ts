import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  help: string;
  nodes: { target: string[]; failureSummary?: string }[];
}

/** No violation of WCAG 2.2 AA on what the page shows now. */
export async function expectAccessible(page: Page): Promise<void> {
  // A colour on its way is nobody's choice: what moves and ends is let end first.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime));
    return Promise.allSettled(ending.map((animation) => animation.finished));
  });
  // Through the debugger, not as a script element: the page's policy would refuse that, and rightly.
  await page.evaluate(source);
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(context: Document, options: object): Promise<{ violations: Violation[] }> } };
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    return (await axe.run(document, { runOnly: { type: 'tag', values: tags } })).violations;
  });
  const found = violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help} at ${node.target.join(' ')}: ${node.failureSummary}`));
  expect(found).toEqual([]);
}
