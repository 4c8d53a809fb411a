// Reads the JSON packages of CLDR and prints the table that the publication's dates and amounts are written by.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const [folder, version] = process.argv.slice(2);

// What Africa writes, and the languages that newsrooms of elsewhere chose.
const languages = [
  ...'af ak am ar bm de dje ee es ff fr gaa ha id ig it kab kam ki kn lg ln luo mas mer mg nd nl nso nyn om'.split(' '),
  ...'pt rn rw sg shi sn so ss st sw teo ti tn ts tzm vai ve wo xh yo zgh zu'.split(' '),
];
// English dates are the product's own; amounts of these regions are not.
const english = 'BW GH KE LR MU MW NA NG RW SC SL TZ UG ZA ZM ZW'.split(' ').map((region) => `en-${region}`);
const currencies = [
  ...'AOA BWP CDF DZD EGP ERN ETB EUR GBP GHS KES LYD MAD MUR MWK MZN NGN RWF SDG SOS TND TZS UGX USD'.split(' '),
  ...'XAF XOF ZAR ZMW'.split(' '),
];
// Kenya's banks, shops and newspapers write it so; CLDR has "Ksh".
const written = { Ksh: 'KSh' };

const read = (name, locale, file) => {
  const path = `${folder}/${name}/main/${locale}/${file}.json`;
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).main[locale] : undefined;
};

/** Without quotation marks around what is no field. Marks of direction stay: an Arabic amount runs by them. */
const plain = (pattern) => pattern.replaceAll("'", '');

/** A date's pattern with `%d` for the day, `%m` for the month's name and `%y` for the year. */
const datePattern = (pattern) =>
  pattern.replaceAll(/'([^']*)'|d+|M+|y+/g, (field, quoted) => quoted ?? `%${field[0].toLowerCase()}`);

function dates(locale) {
  const calendar = read('cldr-dates-full', locale, 'ca-gregorian')?.dates.calendars.gregorian;
  if (!calendar) return {};
  const long = calendar.months.format.wide;
  if (Object.values(long).some((name) => /^M?\d+$/.test(name))) return {};
  const short = calendar.months.format.abbreviated;
  const medium = calendar.dateTimeFormats.availableFormats.yMMMd ?? calendar.dateFormats.medium;
  return {
    months: Object.values(long),
    short_months: Object.values(short),
    long: plain(datePattern(calendar.dateFormats.long)),
    // A pattern of figures alone would say "3/4/2026", which readers of two countries read as two days.
    short: plain(datePattern(/MMM/.test(medium) ? medium : calendar.dateFormats.long)),
  };
}

function amounts(locale) {
  const numbers = read('cldr-numbers-full', locale, 'numbers')?.numbers;
  const names = read('cldr-numbers-full', locale, 'currencies')?.numbers.currencies;
  if (!numbers || !names) return {};
  const system = numbers.defaultNumberingSystem;
  const symbols = numbers[`symbols-numberSystem-${system}`];
  const [pattern] = numbers[`currencyFormats-numberSystem-${system}`].standard.split(';');
  const affixes = plain(pattern).replace(/[#0][#,.0]*/, '%');
  const amount = (code) => {
    const symbol = plain(names[code]?.symbol ?? code);
    const sign = written[symbol] ?? symbol;
    // A letter does not touch a figure (CLDR, currencySpacing).
    const spaced = affixes.replace('¤%', /\p{L}$/u.test(sign) ? '¤\u00a0%' : '¤%').replace('%¤', '%\u00a0¤');
    return spaced.replace('¤', sign);
  };
  const zero = { arab: '٠', latn: '' }[system];
  if (zero === undefined) throw new Error(`${locale}: digits of ${system}`);
  return {
    zero,
    decimal: symbols.decimal,
    group: symbols.group,
    // A code that stands for itself is written by the pattern without a name.
    amounts: Object.fromEntries([
      ...currencies.filter((code) => (names[code]?.symbol ?? code) !== code).map((code) => [code, amount(code)]),
      ['', affixes.replace('¤%', '¤\u00a0%').replace('%¤', '%\u00a0¤')],
    ]),
  };
}

/** What a region writes otherwise than its language. */
const own = (region, language) =>
  Object.fromEntries(
    Object.entries(region).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(language[key])),
  );

const locales = {};
const regions = readdirSync(`${folder}/cldr-numbers-full/main`);
for (const language of languages) {
  const all = { ...dates(language), ...amounts(language) };
  if (!all.months) continue;
  locales[language] = all;
  for (const region of regions.filter((name) => new RegExp(`^${language}-[A-Z]{2}$`).test(name))) {
    const others = own({ ...dates(region), ...amounts(region) }, all);
    if (Object.keys(others).length > 0) locales[region] = others;
  }
}
for (const region of english) locales[region] = amounts(region);

const row = ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`;
console.log(`{"version": "${version}", "locales": {\n${Object.entries(locales).map(row).join(',\n')}\n}}`);
