#!/usr/bin/env bash
# rss-parser keeps one author and one enclosure of an item that has several, and two shapes of categories.
#
# Guess: elements that RSS allows more than once (`dc:creator`, `category`, in practice `enclosure`) come as lists, or
# at least all of them in some field.
# Seen with rss-parser 3.13.0 (npm): of two `dc:creator` the first alone is in `creator` and `dc:creator`; of two
# enclosures the first alone is there; categories are all there, but one with a `domain` is an object without a
# prototype (`{ _: text, $: { domain } }`) beside plain strings: `categories.join()` and a template text raise a
# TypeError. Stories written by two lose the second name.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' >package.json
npm install --silent --no-fund --no-audit rss-parser@3.13.0

cat >parse.js <<'JS'
import Parser from 'rss-parser';

const { items } = await new Parser().parseString(`<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <channel><title>News</title><link>https://news.example/</link><description>d</description><item><title>Habari</title>
  <dc:creator>Amina Otieno</dc:creator><dc:creator>Juma Mwangi</dc:creator>
  <category domain="https://news.example/tags">Solar</category><category>Wind</category>
  <enclosure url="https://news.example/a.mp3" length="1" type="audio/mpeg"/>
  <enclosure url="https://news.example/b.mp3" length="1" type="audio/mpeg"/></item></channel></rss>`);
const all = JSON.stringify(items);
for (const word of ['Amina', 'Juma', 'a.mp3', 'b.mp3']) console.log(word, all.includes(word) ? 'is there' : 'is lost');
console.log(items[0].categories.map((category) => typeof category).join(', '));
JS
said=$(node parse.js)
echo "rss-parser $(sed -n 's/.*"version": "\(.*\)".*/\1/p' node_modules/rss-parser/package.json)"
echo "$said"
[ "$said" = 'Amina is there
Juma is lost
a.mp3 is there
b.mp3 is lost
object, string' ] || { echo "this has changed"; exit 1; }
