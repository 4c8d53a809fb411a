// What a save, a preview, a sign-in, the admin area and health checks take while strangers hold connections, and while editors send what costs most.
import { request } from 'node:http';
import { connect } from 'node:net';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const base = process.argv[2];
const { hostname: host, port } = new URL(base);
const login = { email: 'admin@example.com', password: 'mwanga-demo-admin' };
const json = { 'content-type': 'application/json' };

/** Each time as a new client: its connection is a new one. */
const call = (path, { method = 'GET', headers = {}, body } = {}) =>
  new Promise((resolve, reject) => {
    const sent = request(`${base}${path}`, { method, headers, agent: false }, (answer) => {
      let text = '';
      answer.on('data', (piece) => (text += piece));
      answer.on('end', () => (answer.statusCode < 400 ? resolve(text) : reject(new Error(`${path}: ${answer.statusCode} ${text.slice(0, 200)}`))));
      answer.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });

const signIn = () => call('/api/auth/admin/login', { method: 'POST', headers: json, body: JSON.stringify(login) });
const headers = { ...json, authorization: `Bearer ${isMainThread ? JSON.parse(await signIn()).token : workerData.token}` };
const post = (path, body) => call(path, { method: 'POST', headers, body: JSON.stringify(body) });
let saved = 0;
const measured = {
  'health check': () => call('/readyz'),
  'front page': () => call('/'),
  'admin area': () => call('/admin'),
  'list of the admin area': () => call('/api/admin/posts', { headers }),
  save: () => post('/api/admin/posts', { title: `Attack ${++saved}`, content: '<p>Text.</p>'.repeat(50), category_name: 'tech', status: 'draft' }),
  preview: () => post('/api/newsletter/admin-preview', { subject: 'Habari', html: '<p>Text.</p>'.repeat(50) }),
  'sign-in': signIn,
};

/** Where strangers come from: the address of the measured calls, or another one of this machine. */
const strangers = process.argv[4] ?? '127.0.0.2';
/** How long each attack is looked at. */
const seconds = Number(process.env.SECONDS ?? 30);
const open = new Set();
let attacking = false;
/** A connection that `use` does something with; when it ends, another one takes its place. */
function hold(use) {
  const socket = connect({ port: Number(port), host, localAddress: strangers });
  open.add(socket);
  socket.on('connect', () => use(socket));
  socket.on('error', () => {});
  socket.on('close', () => {
    open.delete(socket);
    if (attacking) setTimeout(() => hold(use), 1_000);
  });
}
/** Sends `text` a byte each four seconds. */
const drip = (text) => (socket) => {
  let sent = 0;
  const timer = setInterval(() => socket.write(text[sent++ % text.length]), 4_000);
  socket.on('close', () => clearInterval(timer));
};
const nested = (element, times) => `<${element}>`.repeat(times) + 'a' + `</${element}>`.repeat(times);
/** Sends one text again and again, whatever the answer. */
const repeat = (path, body) => async () => {
  while (attacking) await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }).then((a) => a.text(), () => {});
};
const held = (many, use) => () => {
  for (let n = 0; n < many; n++) hold(use);
};
let page = 0;

const attacks = {
  nothing: () => {},
  '300 clients at one byte each four seconds, in heads': held(300, drip(`GET / HTTP/1.1\r\nHost: ${host}\r\nX: ${'x'.repeat(1_000)}`)),
  '300 clients at one byte each four seconds, in bodies': held(300, (socket) => {
    socket.write(`POST /api/analytics/track HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`);
    drip(' ')(socket);
  }),
  '1,500 half heads': held(1_500, (socket) => socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\n`)),
  '500 readers that never read': held(500, (socket) => {
    socket.pause();
    socket.write(`GET /api/openapi.json HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(200));
  }),
  'three previews of 240 kB of nested quotes at a time': () => {
    for (let n = 0; n < 3; n++) repeat('/api/newsletter/admin-preview', { subject: 'Habari', html: nested('blockquote', 10_000) })();
  },
  'three previews of what is just allowed at a time': () => {
    const html = nested('blockquote', 190).repeat(260);
    for (let n = 0; n < 3; n++) repeat('/api/newsletter/admin-preview', { subject: 'Habari', html })();
  },
  'eight clients that open pages nobody asked for before': () => {
    for (let n = 0; n < 8; n++) {
      (async () => {
        while (attacking) await fetch(`${base}/post/slug/none-${++page}`).then((a) => a.text(), () => {});
      })();
    }
  },
};

// Whoever attacks has a thread of its own, so that what is measured waits for the server alone.
if (!isMainThread) {
  attacking = true;
  attacks[workerData.name]();
} else {
  const only = process.argv[3];
  for (const name of Object.keys(attacks).filter((name) => !only || name.includes(only))) {
    const token = headers.authorization.slice('Bearer '.length);
    const attacker = new Worker(new URL(import.meta.url), { argv: process.argv.slice(2), workerData: { name, token } });
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const took = {};
    const until = performance.now() + seconds * 1_000;
    let signIns = 0;
    while (performance.now() < until) {
      for (const [what, ask] of Object.entries(measured)) {
        const began = performance.now();
        // An address may try three hundred times in 15 minutes.
        if (what === 'sign-in') {
          if (began < signIns) continue;
          signIns = began + 1_000;
        }
        await ask().catch((e) => console.log(`${name}: ${what}: ${e.message}`));
        (took[what] ??= []).push(performance.now() - began);
      }
    }
    await attacker.terminate();
    const worst = Object.entries(took).map(([what, list]) => `${what} ${Math.max(...list).toFixed(0)}`);
    console.log(`${name}: worst of ${took.save.length} in ms: ${worst.join(', ')} (at most 1,000)`);
  }
  process.exit(0);
}
