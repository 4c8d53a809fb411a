// Hands without a mouse: what cannot be reached by Tab, and in a row of tools by the arrows, is not reached.
import { expect, type Locator, type Page } from '@playwright/test';

const MOST_STOPS = 300;

/** Tabs, forwards or backwards as the page has it, and goes along a row of tools, until the control has the focus. */
export async function focus(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  // Looked for once, not at each stop; again where the page has drawn it anew.
  let element = await control.elementHandle();
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    const way = await element?.evaluate((one) => {
      if (!one.isConnected) return 'gone';
      const now = document.activeElement;
      if (now === one) return null;
      const isBehind = now !== null && one.compareDocumentPosition(now) & Node.DOCUMENT_POSITION_FOLLOWING;
      const tools = one.closest('[role=toolbar]');
      if (tools?.contains(now)) {
        // From the last the row begins again.
        const all = [...tools.querySelectorAll('a, button:not(:disabled)')];
        const ahead = (all.indexOf(one as Element) - all.indexOf(now as Element) + all.length) % all.length;
        return ahead * 2 > all.length ? 'ArrowLeft' : 'ArrowRight';
      }
      return isBehind && now !== document.body ? 'Shift+Tab' : 'Tab';
    });
    if (way === null) return;
    if (way === 'gone' || way === undefined) element = await control.elementHandle();
    else await page.keyboard.press(way);
    // A row of tools moves the focus a moment after the key.
    if (way?.startsWith('Arrow')) await page.evaluate(() => new Promise((done) => setTimeout(done)));
  }
  throw new Error(`the focus never came to ${control}`);
}

export async function press(page: Page, control: Locator): Promise<void> {
  await focus(page, control);
  await page.keyboard.press((await control.getAttribute('type')) === 'file' ? 'Space' : 'Enter');
}

/** Replaces what a field holds. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await focus(page, field);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

/** Types into a date-time field, part by part. Its order is the browser program's, US English, not the page's. */
export async function typeDateTime(page: Page, field: Locator, value: string): Promise<void> {
  await focus(page, field);
  const [year, month, day, hour, minute] = value.split(/[-T:]/) as [string, string, string, string, string];
  await page.keyboard.type(`${month}${day}${year}`);
  await page.keyboard.press('ArrowRight'); // a year may have six digits
  await page.keyboard.type(
    `${String(Number(hour) % 12 || 12).padStart(2, '0')}${minute}${Number(hour) < 12 ? 'A' : 'P'}`,
  );
}
