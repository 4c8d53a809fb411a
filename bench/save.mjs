// How long after a save's answer its post stands on home, its category and its own page; how long first renders take.
const base = process.argv[2];
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

const { data } = await json('/api/posts/public?per_page=60');
const first = async (path) => {
  const began = performance.now();
  await (await fetch(`${base}${path}`)).text();
  return performance.now() - began;
};
const posts = [];
for (const { slug } of data.slice(0, 40)) posts.push(await first(`/post/slug/${slug}`));
show('first answer of a post page', posts, 'at most 10 ms of CPU');
const categories = [];
for (const { slug } of (await json('/api/site')).categories) categories.push(await first(`/category/${slug}`));
show('first answer of a category page', categories, 'at most 10 ms of CPU');
