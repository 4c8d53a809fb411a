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

/** Milliseconds of CPU that the server has used so far: all its threads together, and those that render. */
function cpu() {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => ({
    name: readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8'),
    used: Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
  }));
  const sum = (list) => list.reduce((total, { used }) => total + used, 0);
  return { all: sum(threads), rendering: sum(threads.filter(({ name }) => name.startsWith('mwanga-ssr'))) };
}

/** What each first answer costs the server: reading the data, rendering, compressing. */
async function first(name, paths, limit) {
  const all = [];
  const rendering = [];
  for (const path of paths) {
    const before = cpu();
    await (await fetch(`${base}${path}`)).text();
    const after = cpu();
    all.push(after.all - before.all);
    rendering.push(after.rendering - before.rendering);
  }
  show(`first answer of ${name}, CPU`, all, 'no limit');
  show('  of which rendering', rendering, limit);
}

// What is made again in the background after the last save is no part of what follows, nor is what was asked for before.
await new Promise((resolve) => setTimeout(resolve, 2000));
const { data } = await json('/api/posts/public?per_page=100');
const posts = data.filter(({ title }) => !title.startsWith('Bench ')).map(({ slug }) => `/post/slug/${slug}`);
await first('a post page', posts.slice(0, 40), 'at most 10 ms');
const { categories } = await json('/api/site');
const others = categories.filter(({ slug }) => slug !== 'tech').map(({ slug }) => `/category/${slug}`);
await first('a category page', others, 'at most 10 ms');
