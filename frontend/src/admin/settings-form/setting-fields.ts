export type SettingFieldSpec = {
  /** As the server names it. */
  key: string;
  label: string;
  hint?: string;
  kind:
    | 'zone'
    | 'time'
    | 'text'
    | 'email'
    | 'tel'
    | 'flag'
    | 'number'
    | 'choice'
    | 'colour'
    | 'picture'
    | 'links'
    | 'posts';
  required?: boolean;
  choices?: { value: string; label: string }[];
};

export type SettingSection = {
  id: string;
  title: string;
  text: string;
  fields: SettingFieldSpec[];
};

/** The screen in its order. A test compares its keys with those that the server names. */
export const settingSections: SettingSection[] = [
  {
    id: 'name',
    title: 'Name',
    text: 'What the publication is called, on every page, in feeds, mails and the pictures of shared links.',
    fields: [
      { key: 'site.brand', label: 'Name', kind: 'text', required: true },
      { key: 'site.tagline', label: 'Tagline', hint: 'One sentence: the promise to readers.', kind: 'text' },
      {
        key: 'site.language',
        label: 'Language of the posts',
        hint: 'A language tag such as en, sw or ar-SD. Dates and amounts are written as they are there; buttons and menus stay English.',
        kind: 'text',
        required: true,
      },
      {
        key: 'site.time_zone',
        label: 'Time zone',
        hint: 'Such as Africa/Nairobi or Europe/London: dates on the site and in here, and when a day begins.',
        kind: 'zone',
        required: true,
      },
    ],
  },
  {
    id: 'look',
    title: 'Look',
    text: 'Logo, colour and typefaces. The day and the night have their own shades, and both can be read.',
    fields: [
      {
        key: 'site.logo',
        label: 'Logo',
        hint: 'Stands in place of sign and name. PNG, JPEG or WebP, at most 2 MB and 4,096 pixels a side.',
        kind: 'picture',
      },
      {
        key: 'site.logo_dark',
        label: 'Logo for the dark theme',
        hint: 'The same one where it is empty.',
        kind: 'picture',
      },
      {
        key: 'site.mark',
        label: 'Sign',
        hint: 'Best square: beside the name, as the icon of browsers and phones, and on shared pictures.',
        kind: 'picture',
      },
      { key: 'site.mark_dark', label: 'Sign for the dark theme', kind: 'picture' },
      {
        key: 'site.share_picture',
        label: 'Picture of shared links',
        hint: 'For pages without a picture of their own: 1,200 by 630 pixels. Otherwise one is drawn.',
        kind: 'picture',
      },
      {
        key: 'look.accent',
        label: 'Accent colour',
        hint: 'Links, buttons and the line at the top of mails.',
        kind: 'colour',
      },
      {
        key: 'look.typefaces',
        label: 'Typefaces',
        kind: 'choice',
        choices: [
          { value: 'newsreader', label: 'Newsreader and Libre Franklin: a newspaper' },
          { value: 'literata', label: 'Literata and Source Sans: a book' },
          { value: 'fraunces', label: 'Fraunces and Work Sans: a magazine' },
          { value: 'figtree', label: 'Figtree alone: a product blog' },
        ],
      },
    ],
  },
  {
    id: 'contact',
    title: 'Contact',
    text: 'How readers reach you. Production needs an address and a phone number.',
    fields: [
      { key: 'site.contact_email', label: 'E-mail', kind: 'email', required: true },
      { key: 'site.contact_phone', label: 'Phone', kind: 'tel', required: true },
      {
        key: 'site.postal_address',
        label: 'Postal address',
        hint: 'At the end of each newsletter: many countries ask for it.',
        kind: 'text',
      },
      {
        key: 'site.social_links',
        label: 'Profiles elsewhere',
        hint: 'One https address a line, at most twelve.',
        kind: 'links',
      },
      {
        key: 'site.footer_words',
        label: 'Last line of every page',
        hint: '{brand} stands for the name.',
        kind: 'text',
      },
    ],
  },
  {
    id: 'newsletter',
    title: 'Newsletter',
    text: 'Who it comes from, and who gets it.',
    fields: [
      {
        key: 'newsletter.sender',
        label: 'Sender',
        hint: 'Such as The News <news@news.example>. Empty: the name at this site’s own address.',
        kind: 'text',
      },
      {
        key: 'newsletter.reply_to',
        label: 'Answers go to',
        hint: 'Empty: the contact address.',
        kind: 'email',
      },
      {
        key: 'newsletter.double_opt_in',
        label: 'New subscribers confirm their address by a mail',
        hint: 'Without it anybody can sign up anybody.',
        kind: 'flag',
      },
      {
        key: 'newsletter.daily_enabled',
        label: 'Send a daily newsletter',
        hint: 'With the posts since the last one, by itself. Newsletter has the same switch.',
        kind: 'flag',
      },
      {
        key: 'newsletter.daily_time',
        label: 'Time of the daily newsletter',
        hint: 'In the time zone above.',
        kind: 'time',
        required: true,
      },
      {
        key: 'newsletter.daily_minimum',
        label: 'Fewest new posts of a daily newsletter',
        hint: 'On a day with fewer there is none. From 1 to 20.',
        kind: 'number',
        required: true,
      },
      {
        key: 'newsletter.one_notice_a_day',
        label: 'At most one notice of a new post a day',
        hint: 'The first one of a day goes out; the other posts come with the next daily newsletter. Without the daily newsletter it changes nothing, and what you write by hand always goes out.',
        kind: 'flag',
      },
      {
        key: 'newsletter.welcome_posts',
        label: 'Posts of the welcome mail',
        hint: 'Up to three that everyone may read, for new subscribers to begin with. Empty: the newest three.',
        kind: 'posts',
      },
      {
        key: 'newsletter.count_clicks',
        label: 'Count clicks on the links of newsletters',
        hint: 'How often, never who. Links then lead by way of this site; off, new mails show their true addresses. Opens are never counted.',
        kind: 'flag',
      },
    ],
  },
  {
    id: 'machines',
    title: 'Search engines and AI',
    text: 'What machines may do with the posts. It stands in robots.txt, llms.txt and the headers of each page; honest ones keep to it.',
    fields: [
      { key: 'crawlers.search', label: 'Show posts among search results', kind: 'flag' },
      { key: 'crawlers.answer', label: 'Answer people’s questions with posts', kind: 'flag' },
      { key: 'crawlers.train', label: 'Train AI models with posts', kind: 'flag' },
    ],
  },
  {
    id: 'posts',
    title: 'Posts and uploads',
    text: 'What a new post begins with, and what may be uploaded.',
    fields: [
      {
        key: 'posts.default_access',
        label: 'A new post can be read whole by',
        kind: 'choice',
        choices: [
          { value: 'everyone', label: 'Everyone' },
          { value: 'registered', label: 'Readers with an account' },
          { value: 'subscribers', label: 'Subscribers' },
        ],
      },
      {
        key: 'posts.default_notice',
        label: 'About a new post, e-mail',
        hint: 'For each editor until they choose: their last choice is kept.',
        kind: 'choice',
        choices: [
          { value: 'everyone', label: 'Everyone who subscribes' },
          { value: 'nobody', label: 'Nobody' },
        ],
      },
      { key: 'uploads.max_mb', label: 'Largest upload in MB', kind: 'number', required: true },
      {
        key: 'analytics.count',
        label: 'Count visits',
        hint: 'Sums alone: no cookies and nobody’s path through the site.',
        kind: 'flag',
      },
    ],
  },
];

/** The words of one setting. */
export function settingField(key: string): SettingFieldSpec {
  const found = settingSections.flatMap(({ fields }) => fields).find((field) => field.key === key);
  if (!found) throw new Error(`there is no setting ${key}`);
  return found;
}
