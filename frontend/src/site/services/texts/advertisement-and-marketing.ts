import type { ServiceText } from '../service-text';

export const text: ServiceText = {
  description:
    'Advertising beside our journalism and elsewhere: clearly labelled, modest in data, measured by response.',
  lead: 'Campaigns that say who paid, waste no budget on robots, and respect whoever is reading.',
  about: [
    'You can place messages on our pages, in our newsletters, or hire us to plan a campaign across radio, outdoor, print and social channels. Whichever it is, one principle applies: readers must recognise an advertisement as such within a second. Sponsored posts carry a label, the sponsor is named, and the newsroom learns about a booking when everyone else does.',
    'We sell contextual space. A solar pump appears next to farming coverage because the subject fits, never because someone was followed around the web. No third-party pixels run here, and nothing about an individual is passed on. Advertisers receive counts: displays, clicks, responses by day.',
    'Creative work is kept local. A billboard on Thika Road gets three seconds at speed and three minutes in a jam; a matatu radio spot competes with a tout. Copy is written aloud, tested on strangers at a bus stage, and cut by half.',
  ],
  forWhom: [
    'Makers and merchants launching something that deserves a proper introduction.',
    'Event organisers filling seats within weeks.',
    'Public agencies explaining a deadline or a right to citizens.',
    'Smaller brands buying media for the first time, afraid of being overcharged.',
  ],
  steps: [
    {
      title: 'Brief',
      text: 'One page answers: whom should it reach, what should they do, by which date, with how much money?',
    },
    {
      title: 'Eligibility check',
      text: 'Claims need evidence; betting, miracle cures, tobacco and get-rich offers are declined politely.',
    },
    {
      title: 'Media plan',
      text: 'Channels are costed against expected contacts, with a reserve held back for the best performer.',
    },
    {
      title: 'Production',
      text: 'Texts, artwork, audio and landing page are made, proofread and signed off by you in writing.',
    },
    {
      title: 'Flight and debrief',
      text: 'Results arrive weekly; when the campaign ends we publish to you what failed as frankly as what succeeded.',
    },
  ],
  gets: [
    'A media schedule with rates, discounts and rebates disclosed.',
    'Finished material in open formats, including captions and alternative texts.',
    'Response tracking by voucher, dedicated number or short address instead of cookies.',
    'A closing report with raw totals attached.',
  ],
  leavesOut: [
    'Influence over articles, headlines, reviews or their timing.',
    'Political canvassing disguised as information.',
    'Lists of subscribers: those are never rented or shared.',
    'Organic search, handled by colleagues under SEO.',
  ],
  questions: [
    'What share of the budget reaches the channel itself?',
    'How are invalid clicks detected and refunded?',
    'May I see the label exactly as readers will?',
    'Who owns the artwork afterwards?',
    'Would you run this beside your own family name?',
  ],
};
