#!/usr/bin/env bash
# newspaper4k takes the address in `article:author` for the names of further authors.
#
# Guess: Open Graph says that `article:author` is a profile, that is the address of a page about the author; a program
# that reads names leaves addresses out, as it does in other places.
# Seen with newspaper4k 0.9.6 (PyPI): of a page whose JSON-LD names one author, the list of authors has three; host and
# last segment of the address are the others. With the name in its place there is one. Stories get authors that nobody
# is.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --upgrade pip
python/bin/pip install --quiet newspaper4k==0.9.6

cat >read.py <<'PY'
import newspaper

PAGE = """<!doctype html><html lang="en"><head><title>Habari</title><meta property="article:author" content="%s">
<script type="application/ld+json">{"@context": "https://schema.org", "@type": "NewsArticle", "headline": "Habari",
"author": {"@type": "Person", "name": "Amina Otieno"}}</script></head>
<body><article><h1>Habari</h1><p>The kiosk opened on Monday, and it sells clean water.</p></article></body></html>"""
for author in ("Amina Otieno", "https://news.example/author/amina-otieno"):
    print(newspaper.article("https://news.example/a", input_html=PAGE % author).authors)
PY
said=$(python/bin/python read.py 2>/dev/null)
echo "newspaper4k $(python/bin/pip show newspaper4k 2>/dev/null | sed -n 's/^Version: //p')"
echo "$said"
[ "$said" = "['Amina Otieno']
['Amina Otieno', 'news.example', 'amina-otieno']" ] || { echo "this has changed"; exit 1; }
