// How long after a save's answer its post stands on home, its category and its own page; how long first renders take.
import { readdirSync, readFileSync } from 'node:fs';

const [base, pid] = process.argv.slice(2);
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const show = (name, list, limit) =>
  console.log(`${name}: median ${median(list).toFixed(1)} ms, worst ${Math.max(...list).toFixed(1)} ms (${limit})`);

async function json(path, init) {
  const answer = await fetch(`${base}${path}`, init);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

const login = { email: 'admin@example.com', password: 'mwanga-demo-admin' };
const { token } = await json('/api/auth/admin/login', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(login),
});
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

await first('the front page of the demo', ['/'], 'at most 45 ms');

const visible = [];
const saving = [];
for (let n = 1; n <= 20; n++) {
  const title = `Bench ${n} of a quiet morning`;
  for (const path of ['/', '/category/tech']) await (await fetch(`${base}${path}`)).text();
  const body = JSON.stringify({ title, content: '<p>Text.</p>'.repeat(50), category_name: 'tech', is_today_pick: true });
  const began = performance.now();
  const post = await json('/api/admin/posts', { method: 'POST', headers, body });
  const answered = performance.now();
  const pages = await Promise.all(
    ['/', '/category/tech', `/post/slug/${post.slug}`].map(async (path) => (await fetch(`${base}${path}`)).text()),
  );
  visible.push(performance.now() - answered);
  saving.push(answered - began);
  if (!pages.every((html) => html.includes(title))) throw new Error(`"${title}" is missing on a page after its save answered`);
}
show('save', saving, 'no limit');
show('seen on home, category and post after the answer', visible, 'at most 100 ms');

/** Milliseconds of CPU that the server has used so far, all its threads together. */
function cpu() {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((task) =>
    Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6;
}

/** What each first answer costs the server: reading the data, rendering, compressing. */
async function first(name, paths, limit) {
  const used = [];
  for (const path of paths) {
    const before = cpu();
    await (await fetch(`${base}${path}`)).text();
    used.push(cpu() - before);
  }
  show(`first answer of ${name}, CPU`, used, limit);
}

// The pages that are made again in the background after the last save are no part of what follows.
await new Promise((resolve) => setTimeout(resolve, 2000));
const { data } = await json('/api/posts/public?per_page=60');
await first('a post page', data.slice(0, 40).map(({ slug }) => `/post/slug/${slug}`), 'its rendering at most 10 ms');
const { categories } = await json('/api/site');
await first('a category page', categories.map(({ slug }) => `/category/${slug}`), 'its rendering at most 10 ms');
