import { expect, type Page } from '@playwright/test';

const shown = new WeakMap<Page, string[]>();

/**
 * From now on every toast of the page is noted, those before a change of the document too. A toast stays two seconds:
 * a look that comes too late on a busy machine would miss it.
 */
export async function notesToasts(page: Page): Promise<void> {
  const texts: string[] = [];
  shown.set(page, texts);
  await page.exposeFunction('noteToast', (text: string) => texts.push(text));
  await page.addInitScript(() => {
    const noted = new WeakMap<Element, string>();
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('[data-rht-toaster] [aria-live]')) {
        const text = toast.textContent ?? '';
        if (!text || noted.get(toast) === text) continue;
        noted.set(toast, text);
        (window as unknown as { noteToast: (text: string) => void }).noteToast(text);
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
}

/** Waits for one toast with all these words, and takes it off the notes: another look for them awaits another toast. */
export async function toast(page: Page, ...words: string[]): Promise<void> {
  const texts = shown.get(page);
  if (!texts) throw new Error('the toasts of this page are not noted');
  const found = () => texts.findIndex((text) => words.every((word) => text.includes(word)));
  await expect.poll(found, { message: `a toast that says: ${words.join(', ')}` }).toBeGreaterThanOrEqual(0);
  texts.splice(found(), 1);
}
