#!/usr/bin/env bash
# Two libraries that write feeds leave out of RSS who has no e-mail address, and write the same by-line into Atom.
#
# Guess: an author that is given by name alone is in each format that a library writes; RSS 2.0's own `author` is an
# address, so the name stands in `dc:creator`, as WordPress writes it and feed readers expect it.
# Seen with feed 5.1.0 (npm) and feedgen 1.0.0 (PyPI): the Atom document names her, the RSS document of the same feed
# has no author at all, without an error or a warning, although feed declares the `dc` namespace. A newsroom that
# moves from Atom to RSS loses its by-lines.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' >package.json
npm install --silent --no-fund --no-audit feed@5.1.0
python3 -m venv python && python/bin/pip install --quiet --disable-pip-version-check feedgen==1.0.0

cat >feed.js <<'JS'
import { Feed } from 'feed';

const feed = new Feed({ title: 'News', id: 'https://news.example/', link: 'https://news.example/', description: 'd' });
const author = [{ name: 'Amina Otieno' }];
feed.addItem({ title: 'Habari', id: '1', link: 'https://news.example/1', date: new Date(0), author });
for (const format of ['atom1', 'rss2']) {
  console.log('feed', format, feed[format]().includes('Amina Otieno') ? 'names her' : 'names nobody');
}
JS
cat >feedgen_.py <<'PYTHON'
from feedgen.feed import FeedGenerator

feed = FeedGenerator()
feed.id("https://news.example/")
feed.title("News")
feed.description("d")
feed.link(href="https://news.example/")
entry = feed.add_entry()
entry.id("1")
entry.title("Habari")
entry.link(href="https://news.example/1")
entry.author({"name": "Amina Otieno"})
for name, written in (("atom", feed.atom_str()), ("rss", feed.rss_str())):
    print("feedgen", name, "names her" if b"Amina Otieno" in written else "names nobody")
PYTHON
said=$(node feed.js && python/bin/python feedgen_.py)
echo "feed $(sed -n 's/.*"version": "\(.*\)".*/\1/p' node_modules/feed/package.json), $(python/bin/pip freeze | grep feedgen)"
echo "$said"
[ "$said" = 'feed atom1 names her
feed rss2 names nobody
feedgen atom names her
feedgen rss names nobody' ] || { echo "this has changed"; exit 1; }
