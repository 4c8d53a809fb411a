#!/usr/bin/env bash
# python-slugify gives three people one address, where another library keeps them apart.
#
# Guess: libraries that spell any script in ASCII differ in style, not in which names they tell apart; an archive that
# moves from one to another gets other addresses, and as many.
# Seen with python-slugify 8.0.4 on text-unidecode 1.3 (PyPI): Ahmad, Hamid and Hamad Ali, as they are written in Arabic,
# are all "hmd-ly", and so are the words for "book" and "books" one ("ktb"): long vowels and hamza are left out with the
# short ones. @sindresorhus/slugify 2.2.1 and limax 4.2.2 (npm) have five slugs for the five. Nothing warns: the second
# page takes the place of the first, or stands below its name.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet python-slugify==8.0.4 text-unidecode==1.3
npm install --silent --no-save --no-package-lock @sindresorhus/slugify@2.2.1 limax@4.2.2 >/dev/null
cat >names.json <<'JSON'
["أحمد علي", "حامد علي", "حمد علي", "كتاب", "كتب"]
JSON
said=$(python/bin/python -c "
import json, slugify
print('python-slugify', *[slugify.slugify(name) for name in json.load(open('names.json'))])")
cat >slugs.mjs <<'JS'
import { readFileSync } from 'node:fs';
import slugify from '@sindresorhus/slugify';
import limax from 'limax';
const names = JSON.parse(readFileSync('names.json', 'utf8'));
console.log('@sindresorhus/slugify', ...names.map((name) => slugify(name)));
console.log('limax', ...names.map((name) => limax(name)));
JS
said+=$'\n'$(node slugs.mjs)
echo "$said"
[ "$said" = "python-slugify hmd-ly hmd-ly hmd-ly ktb ktb
@sindresorhus/slugify ahmd-ely hamd-ely hmd-ely ktab ktb
limax a-hmd-aly hamd-aly hmd-aly ktab ktb" ] || { echo "this has changed"; exit 1; }
