#!/usr/bin/env bash
# Three converters that make the text part of a mail from its HTML write a power as another number.
#
# Guess: what HTML raises or lowers keeps a sign of it in plain text (10^6), as the other marks that carry meaning do:
# all three number lists, and html2text marks what is struck out.
# Seen with html-to-text 9.0.5 (npm), html2text 2025.4.15 and inscriptis 2.6.0 (PyPI): `10<sup>6</sup>` is "106", and
# `5<sup>2</sup>` is "52": a reader of the text part reads another number. Besides, a list that begins at 3 is
# numbered from 1 by inscriptis alone.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' >package.json
npm install --silent --no-fund --no-audit html-to-text@9.0.5
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check html2text==2025.4.15 inscriptis==2.6.0

cat >text.js <<'JS'
import { convert } from 'html-to-text';

console.log('html-to-text', JSON.stringify(convert(process.argv[2]).split(/\n+/).map((line) => line.trim())));
JS
cat >text.py <<'PYTHON'
import json, sys

import html2text
import inscriptis

for name, text in (("html2text", html2text.html2text(sys.argv[1])), ("inscriptis", inscriptis.get_text(sys.argv[1]))):
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    print(name, json.dumps(lines, separators=(",", ":")))
PYTHON
html='<p>10<sup>6</sup> people, 5<sup>2</sup> m</p><ol start="3"><li>c</li></ol>'
said=$(node text.js "$html" && python/bin/python text.py "$html")
echo "html-to-text $(sed -n 's/.*"version": "\(.*\)".*/\1/p' node_modules/html-to-text/package.json)"
python/bin/pip freeze | grep -E '^(html2text|inscriptis)='
echo "$said"
[ "$said" = 'html-to-text ["106 people, 52 m","3. c"]
html2text ["106 people, 52 m","3. c"]
inscriptis ["106 people, 52 m","1. c"]' ] || { echo "this has changed"; exit 1; }
