// The language of a page as Open Graph has it, `en_KE`: a language is always with a region there. On the server only.

/** Regions whose English a publication in one of these time zones writes. */
const englishOf: Record<string, string> = {
  'Africa/Accra': 'GH',
  'Africa/Blantyre': 'MW',
  'Africa/Dar_es_Salaam': 'TZ',
  'Africa/Freetown': 'SL',
  'Africa/Gaborone': 'BW',
  'Africa/Harare': 'ZW',
  'Africa/Johannesburg': 'ZA',
  'Africa/Juba': 'SS',
  'Africa/Kampala': 'UG',
  'Africa/Kigali': 'RW',
  'Africa/Lagos': 'NG',
  'Africa/Lusaka': 'ZM',
  'Africa/Monrovia': 'LR',
  'Africa/Nairobi': 'KE',
  'Africa/Windhoek': 'NA',
  'Europe/Dublin': 'IE',
  'Europe/London': 'GB',
};

/** Where most who read a language live, by the likely subtags of CLDR 47; Swahili as networks that show links know it. */
const regions: Record<string, string> = {
  af: 'ZA',
  am: 'ET',
  ar: 'EG',
  de: 'DE',
  es: 'ES',
  fr: 'FR',
  ha: 'NG',
  id: 'ID',
  ig: 'NG',
  it: 'IT',
  ln: 'CD',
  nl: 'NL',
  om: 'ET',
  pt: 'BR',
  rw: 'RW',
  so: 'SO',
  sw: 'KE',
  ti: 'ET',
  yo: 'NG',
  zu: 'ZA',
};

/** `language` is a tag (BCP 47), `zone` the publication's time zone. Undefined where no region is known. */
export function ogLocale(language: string, zone: string): string | undefined {
  const [primary = '', ...rest] = language.split('-');
  const said = rest.find((part) => /^[A-Z]{2}$/.test(part));
  const region = said ?? (primary === 'en' ? (englishOf[zone] ?? 'US') : regions[primary]);
  return region && `${primary}_${region}`;
}
