// What /admin takes of a line, signed in and with an empty cache: all bytes by kind, on a desk, and on a phone at 400 kbit/s
// with the moments of the first paint, of the first words that say what it is, and of the list.
import { createRequire } from 'node:module';

const { chromium } = createRequire(import.meta.url)(`${process.env.NODE_PATH}/@playwright/test`);
const KBIT_S = 400;
const LATENCY_MS = 150;

async function signedIn(browser, base) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${base}/admin-auth`);
  await page.getByLabel('Email').first().fill('admin@example.com');
  await page.getByLabel('Password').first().fill('mwanga-demo-admin');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL(/\/admin$/);
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Counts what comes, until nothing has for half a second. */
async function visit(browser, base, storageState, phone) {
  const viewport = phone ? { width: 390, height: 844 } : { width: 1440, height: 900 };
  const context = await browser.newContext({ viewport, storageState });
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.setCacheDisabled', { cacheDisabled: true });
  const bytes_s = (KBIT_S * 1000) / 8;
  const slow = { offline: false, latency: LATENCY_MS, downloadThroughput: bytes_s, uploadThroughput: bytes_s };
  if (phone) await line.send('Network.emulateNetworkConditions', slow);
  const kinds = new Map();
  const bytes = { all: 0 };
  line.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'other';
    bytes.all += encodedDataLength;
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength;
  });
  const began = Date.now();
  await page.goto(`${base}/admin`, { waitUntil: 'commit' });
  const says = async (words) => {
    await page.waitForFunction((text) => document.body?.innerText.includes(text), words, { timeout: 60_000 });
    return Date.now() - began;
  };
  const [words, list] = await Promise.all([says('Mwanga'), says('All Posts')]);
  await page.waitForLoadState('networkidle');
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
  await context.close();
  return { bytes, ...(phone && { paint_ms: Math.round(paint), words_ms: words, list_ms: list }) };
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell' });
for (const base of process.argv.slice(2)) {
  const state = await signedIn(browser, base);
  for (const phone of [false, true]) {
    console.log(base, phone ? `phone, ${KBIT_S} kbit/s` : 'desk', JSON.stringify(await visit(browser, base, state, phone)));
  }
}
await browser.close();
