#!/usr/bin/env bash
# Unicode's CLDR changed the digits of Arabic between two versions.
#
# Guess: how a language writes its digits is settled; the versions of CLDR in a server's engine, a library and a reader's
# browser may lie years apart, and write one date.
# Seen with cldr-numbers-full 44.1.0 and 46.0.0 (npm, Unicode's own packages): "ar" without a country has Arabic-Indic
# digits (arab) in the first and European ones (latn) in the second, while Egypt, Sudan and Saudi Arabia keep theirs. A
# page that one engine draws and another takes over has two dates; a publication has to say its country, or its digits.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >digits.cjs <<'JS'
const [version] = process.argv.slice(2);
const digits = (locale) =>
  require(`cldr-numbers-full/main/${locale}/numbers.json`).main[locale].numbers.defaultNumberingSystem;
console.log(version, ...['ar', 'ar-EG', 'ar-SD', 'ar-SA', 'ar-MA'].map((locale) => `${locale}=${digits(locale)}`));
JS
said=$(for version in 44.1.0 46.0.0; do
  npm install --silent --no-save --no-package-lock "cldr-numbers-full@$version" >/dev/null
  node digits.cjs "$version"
done)
echo "$said"
[ "$said" = "44.1.0 ar=arab ar-EG=arab ar-SD=arab ar-SA=arab ar-MA=latn
46.0.0 ar=latn ar-EG=arab ar-SD=arab ar-SA=arab ar-MA=latn" ] || { echo "this has changed"; exit 1; }
