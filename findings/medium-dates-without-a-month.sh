#!/usr/bin/env bash
# A "medium" date of CLDR has no month's name in some languages of Africa.
#
# Guess: `dateStyle: 'medium'`, which libraries take for by-lines, is "28 Nov 2026" everywhere: a day, a short name, a
# year, in the language's order.
# Seen with cldr-dates-full 48.2.0 (npm, Unicode's own package): Yoruba's is figures with blanks ("28 11 2026"), those of
# Arabic and of Portuguese in Africa figures with strokes, Somali's has dashes ("28-Nof-2026") where its long one puts
# the month first. The pattern for the fields year, short month and day (`yMMMd`) has a name in all but the Portuguese.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-save --no-package-lock cldr-dates-full@48.2.0 >/dev/null
said=$(node -e '
for (const locale of ["sw", "yo", "so", "ar", "pt-AO"]) {
  const { dateFormats, dateTimeFormats } = require(`cldr-dates-full/main/${locale}/ca-gregorian.json`).main[locale].dates
    .calendars.gregorian;
  const patterns = [dateFormats.long, dateFormats.medium, dateTimeFormats.availableFormats.yMMMd];
  console.log([locale, ...patterns].join(" | ").replaceAll("\u200f", ""));
}')
echo "cldr-dates-full 48.2.0"
echo "$said"
[ "$said" = "sw | d MMMM y | d MMM y | d MMM y
yo | d MMM y | d MM y | d MMM y
so | MMMM d, y | dd-MMM-y | MMM d, y
ar | d MMMM y | dd/MM/y | d MMM y
pt-AO | d 'de' MMMM 'de' y | dd/MM/y | d/MM/y" ] || { echo "this has changed"; exit 1; }
