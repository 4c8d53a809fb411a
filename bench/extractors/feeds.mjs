// What rss-parser finds of the posts' pictures in the feeds.
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const [base, packages] = process.argv.slice(2);
const require = createRequire(join(resolve(packages), 'package.json'));
const Parser = require('rss-parser');
let isRight = true;
const say = (program, what) => console.log(`| ${program} | ${what} | ${isRight ? 'right' : '**wrong**'} |`);

for (const name of ['feed.xml', 'atom.xml']) {
  const { items } = await new Parser().parseURL(`${base}/${name}`);
  const texts = items.map((item) => item['content:encoded'] ?? item.content);
  const pictured = texts.filter((text) => /^(<p><strong>[^<]*<\/strong><\/p>)?<figure><img /.test(text));
  isRight &&= pictured.length > 5;
  say('rss-parser 3.13.0', `\`/${name}\`: ${pictured.length} of ${texts.length} texts begin with a picture`);
}
const { items } = await (await fetch(`${base}/feed.json`)).json();
const attached = items.flatMap((item) => item.attachments ?? []);
isRight &&= attached.length > 0 && attached.every(({ url, mime_type }) => url && mime_type);
say('JSON Feed 1.1', `${attached.length} attachments with address and type`);
process.exitCode = isRight ? 0 : 1;
