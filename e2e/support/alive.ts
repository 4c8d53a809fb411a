import type { Page } from '@playwright/test';

/**
 * Waits until a page's script has taken over what the server drew: a press before that does nothing, or loads a document.
 * Minding the scroll is the last thing a public page begins with. The admin area shows nothing before it is alive, and
 * mails have no script.
 */
export async function alive(page: Page): Promise<void> {
  await page.waitForFunction(
    () => /^\/(admin|_mails)/.test(location.pathname) || history.scrollRestoration === 'manual',
  );
}

/** From now on a page that is opened or loaded again counts as loaded once it is alive. */
export function loadsAlive(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (...args) => {
    const answer = await goto(...args);
    await alive(page);
    return answer;
  };
  page.reload = async (...args) => {
    const answer = await reload(...args);
    await alive(page);
    return answer;
  };
}

/** What a page at rest brings by itself after two seconds and more (the toast area, the invitation over home) does not come. */
export async function bringsNothingLater(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const later = window.setTimeout;
    window.setTimeout = ((task: TimerHandler, ms = 0, ...rest: unknown[]) =>
      ms < 2000 ? later(task, ms, ...rest) : 0) as typeof later;
  });
}
