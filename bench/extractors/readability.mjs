// What Firefox's Reader View (@mozilla/readability) reads of the pages of a folder, a JSON line each.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const [folder, packages] = process.argv.slice(2).map((path) => resolve(path));
const require = createRequire(join(packages, 'package.json'));
const { JSDOM } = require('jsdom');
const { Readability, isProbablyReaderable } = require('@mozilla/readability');

for (const file of readdirSync(folder).filter((name) => name.endsWith('.html'))) {
  const { document } = new JSDOM(readFileSync(join(folder, file)), { url: 'https://news.example/post' }).window;
  const offered = isProbablyReaderable(document);
  const read = new Readability(document).parse() ?? {};
  const { title = '', textContent: text = '', byline: author = '', publishedTime: date = '' } = read;
  console.log(JSON.stringify({ file, tool: 'Readability', title, text, author, date, offered }));
}
