// How long saves take on two servers, one save on each by turns.
const servers = process.argv.slice(2);
const ROUNDS = 300;
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

async function json(url, init) {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

const post = (url, token, body, method = 'POST') =>
  json(url, { method, headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` }, body: JSON.stringify(body) });

const login = { email: 'admin@example.com', password: 'mwanga-demo-admin' };
const tokens = await Promise.all(servers.map(async (base) => (await post(`${base}/api/auth/admin/login`, '', login)).token));

async function compare(name, save) {
  const times = servers.map(() => []);
  for (let n = 0; n < ROUNDS; n++) {
    // Who is first changes, so that nobody always runs on what the other one left in the caches.
    for (const which of n % 2 ? [1, 0] : [0, 1]) {
      const began = performance.now();
      await save(servers[which], tokens[which], n);
      if (n >= 20) times[which].push(performance.now() - began);
    }
  }
  const [before, now] = times.map(median);
  console.log(`${name}: median ${before.toFixed(2)} ms before, ${now.toFixed(2)} ms now, ratio ${(now / before).toFixed(3)}`);
}

const content = '<p>Text.</p>'.repeat(50);
await compare('a new draft', (base, token, n) =>
  post(`${base}/api/admin/posts`, token, { title: `Draft ${n}`, content, category_name: 'tech', status: 'draft' }),
);
const drafts = await Promise.all(
  servers.map((base, which) => post(`${base}/api/admin/posts`, tokens[which], { title: 'One', content, category_name: 'tech', status: 'draft' })),
);
await compare('a draft saved again', (base, token, n) =>
  post(`${base}/api/admin/posts/${drafts[servers.indexOf(base)].id}`, token, { title: `Again ${n}`, content }, 'PUT'),
);
await compare('a new published post', (base, token, n) =>
  post(`${base}/api/admin/posts`, token, { title: `Bench ${n}`, content, category_name: 'tech' }),
);
await compare('a newsletter sign-up', (base, token, n) =>
  post(`${base}/api/newsletter/subscribe`, token, { email: `bench-${n}@example.com` }),
);
