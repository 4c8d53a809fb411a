// The table of docs/extractors.md: makes sample posts on a running demo, and asks each program what it reads of them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { samplePosts } from './texts.mjs';

const [base, work, packages, python, which] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const TOOLS = ['trafilatura', 'newspaper4k', 'goose3', 'Readability'];

/** Words of the page that are no part of a post: menu, box, share, disclosure of deals, further posts. */
const STRANGE = [
  ['menu', /Skip to content|Join\/Login|Subscribe|All services|Sign In|Consultancy/],
  ['box', /A little light in your inbox|See all newsletters|daily newsletter/],
  ['share', /Share this post|Copy Link|WhatsApp|Telegram|\bShare\b/],
  ['deals', /We may earn a commission|opens in a new tab/],
  ['further posts', /Related posts|Next in |More in /],
];

async function json(path, init) {
  const answer = await fetch(base + path, init);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

async function signIn() {
  const body = JSON.stringify({ email: 'admin@example.com', password: 'mwanga-demo-admin' });
  const { token } = await json('/api/auth/admin/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
}

const name = ({ language, length, parts }) => [language, length, ...parts.split(' ').filter(Boolean)].join('-');

async function makePages(posts, folders) {
  const headers = await signIn();
  const { data } = await json('/api/posts/public?per_page=100');
  const picture = data.find(({ preview }) => preview?.kind === 'image').preview.url;
  for (const [at, post] of posts.entries()) {
    post.date = `2026-10-${String(1 + (at % 28)).padStart(2, '0')}`;
    const { language, title, content, deal_links } = post;
    const body = JSON.stringify({
      title,
      content,
      deal_links,
      language,
      category_name: 'tech',
      tags: 'water, Kisumu',
      author_name: 'custom',
      custom_author: post.author,
      publish_date: `${post.date}T09:00:00Z`,
      excerpt: post.first,
      ...(post.parts.includes('picture') && { media_url: picture }),
    });
    const { slug } = await json('/api/admin/posts', { method: 'POST', headers, body });
    const html = await (await fetch(`${base}/post/slug/${slug}`)).text();
    writeFileSync(join(folders.page, `${name(post)}.html`), html);
    writeFileSync(join(folders.bare, `${name(post)}.html`), bare(html, post));
  }
}

/** The same head and text, and nothing around them: a cell that a tool cannot fill here, no page can fill for it. */
function bare(html, { title, author, date, content }) {
  const head = html.slice(0, html.indexOf('</head>') + '</head>'.length);
  return (
    `${head}<body><article><h1>${title}</h1><p class="byline"><span class="author">${author}</span> ` +
    `<time datetime="${date}T09:00:00Z">${date}</time></p>${content}</article></body></html>`
  );
}

function read(folder) {
  const lines =
    execFileSync(process.execPath, [join(here, 'readability.mjs'), folder, packages], { maxBuffer: 1e9 }).toString() +
    execFileSync(python, [join(here, 'extract.py'), folder], { maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'ignore'] });
  const rows = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return new Map(rows.map((row) => [`${row.file} ${row.tool}`, row]));
}

const plain = (text) => text.replace(/\s+/gu, ' ');

/** What is wrong in a reading, in a word each. */
function faults(row, post) {
  const text = plain(row.text);
  return [
    plain(row.title).trim() !== post.title && 'headline',
    !text.includes(post.first) && 'first sentence',
    !text.includes(post.last) && 'last sentence',
    !row.date.startsWith(post.date) && 'date',
    row.author.trim() !== post.author && 'author',
    row.offered === false && 'not offered',
    ...STRANGE.map(([word, pattern]) => pattern.test(text) && word),
  ].filter(Boolean);
}

const posts = samplePosts(which === '--all');
const folders = { page: join(work, 'page'), bare: join(work, 'bare') };
for (const folder of Object.values(folders)) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}
await makePages(posts, folders);
const ours = read(folders.page);
const theirs = read(folders.bare);

let ourFaults = 0;
console.log(`| Post | ${TOOLS.join(' | ')} |`);
console.log(`| --- |${' --- |'.repeat(TOOLS.length)}`);
for (const post of posts) {
  const cells = TOOLS.map((tool) => {
    const key = `${name(post)}.html ${tool}`;
    const wrong = faults(ours.get(key), post);
    const wrongBare = faults(theirs.get(key), post);
    if (wrong.length === 0) return 'right';
    if (wrongBare.length > 0) return `tool (bare: ${wrongBare.join(', ')})`;
    ourFaults += 1;
    return `**${wrong.join(', ')}**`;
  });
  console.log(`| ${name(post).replaceAll('-', ' ')} | ${cells.join(' | ')} |`);
}
console.error(`${ourFaults} wrong cells that a bare article of the same text fills`);
process.exitCode = ourFaults > 0 ? 1 : 0;
