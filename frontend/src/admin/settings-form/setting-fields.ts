export type SettingFieldSpec = {
  /** As the server names it. */
  key: string;
  label: string;
  hint?: string;
  kind:
    | 'language'
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
    text: 'What the publication is called: on every page, in e-mails, and where its pages are shared.',
    fields: [
      { key: 'site.brand', label: 'Name', kind: 'text', required: true },
      { key: 'site.tagline', label: 'Tagline', hint: 'One sentence: the promise to readers.', kind: 'text' },
      {
        key: 'site.language',
        label: 'Language of the posts',
        hint: 'Dates and amounts are written as they are there; buttons and menus stay English.',
        kind: 'language',
        required: true,
      },
      {
        key: 'site.time_zone',
        label: 'Time zone',
        hint: 'Times on the site and in the admin area are those of this place.',
        kind: 'zone',
        required: true,
      },
    ],
  },
  {
    id: 'look',
    title: 'Look',
    text: 'Logo, colour and typefaces. The light and the dark theme get their own shades, so that both can be read.',
    fields: [
      {
        key: 'site.logo',
        label: 'Logo',
        hint: 'Shown in place of the icon and the name. PNG, JPEG or WebP, at most 2 MB and 4,096 pixels a side.',
        kind: 'picture',
      },
      {
        key: 'site.logo_dark',
        label: 'Logo for the dark theme',
        hint: 'Left empty, the logo above is shown there too.',
        kind: 'picture',
      },
      {
        key: 'site.mark',
        label: 'Icon',
        hint: 'A square picture: shown beside the name, in browsers and on phones, and where a page is shared.',
        kind: 'picture',
      },
      { key: 'site.mark_dark', label: 'Icon for the dark theme', kind: 'picture' },
      {
        key: 'site.share_picture',
        label: 'Picture of shared links',
        hint: 'Shown where somebody shares a page that has no picture: 1,200 by 630 pixels. Left empty, one is drawn.',
        kind: 'picture',
      },
      {
        key: 'look.accent',
        label: 'Accent colour',
        hint: 'Links, buttons and the line at the top of e-mails.',
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
    text: 'How readers reach you. A public site needs an e-mail address and a phone number.',
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
        hint: 'Your pages on other sites: one address a line, at most twelve, each beginning with https://.',
        kind: 'links',
      },
      {
        key: 'site.footer_words',
        label: 'Last line of every page',
        hint: 'Write {brand} where the name of the publication is to stand.',
        kind: 'text',
      },
    ],
  },
  {
    id: 'newsletter',
    title: 'Newsletter',
    text: 'Who it comes from, and who gets it. When the daily one goes out is set under Newsletter, Daily.',
    fields: [
      {
        key: 'newsletter.sender',
        label: 'Sender',
        hint: 'Such as The News <news@news.example>. Left empty, it is the publication’s name at this site’s own address.',
        kind: 'text',
      },
      {
        key: 'newsletter.reply_to',
        label: 'Answers go to',
        hint: 'Left empty, they go to the contact address.',
        kind: 'email',
      },
      {
        key: 'newsletter.double_opt_in',
        label: 'New subscribers confirm their address by e-mail',
        hint: 'Without it, anybody can sign up somebody else.',
        kind: 'flag',
      },
      {
        key: 'newsletter.one_notice_a_day',
        label: 'At most one e-mail about a new post a day',
        hint: 'The first one of a day goes out; later posts come with the next daily newsletter. Without a daily newsletter this changes nothing, and the newsletters that you write always go out.',
        kind: 'flag',
      },
      {
        key: 'newsletter.welcome_posts',
        label: 'Posts of the welcome e-mail',
        hint: 'Up to three that everyone may read, for new subscribers to begin with. Left empty, they are the newest three.',
        kind: 'posts',
      },
      {
        key: 'newsletter.count_clicks',
        label: 'Count clicks on the links of newsletters',
        hint: 'How often each link is followed, never by whom: the links then pass through this site. Whether somebody opens an e-mail is never counted.',
        kind: 'flag',
      },
    ],
  },
  {
    id: 'machines',
    title: 'Search engines and AI',
    text: 'What search engines and AI may do with your posts. Every page tells them so; honest ones keep to it.',
    fields: [
      { key: 'crawlers.search', label: 'Show posts among search results', kind: 'flag' },
      { key: 'crawlers.answer', label: 'Answer people’s questions from posts', kind: 'flag' },
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
        label: 'Who can read a new post in full',
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
        hint: 'Only totals: no cookies, and nobody is followed through the site.',
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
