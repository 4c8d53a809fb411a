import type { Site } from '../../api/types';

type Question = {
  question: string;
  /** Paragraphs of plain text: they also go to search engines as they stand. */
  answer: string[];
  link?: { label: string; href: string };
};

type QuestionGroup = { id: string; title: string; questions: Question[] };

/** The frequent questions, with the answers as they are today. */
export const questionGroups = ({ brand }: Site): QuestionGroup[] => [
  {
    id: 'reading',
    title: 'Reading',
    questions: [
      {
        question: 'Do I need an account to read?',
        answer: [
          'Mostly not. Posts, the search, the services pages and the feeds are there for everybody. Of some posts the rest is for registered readers, who pay nothing, or for subscribers: their pages show the beginning and say so.',
        ],
      },
      {
        question: 'How do I switch between the light and the dark look?',
        answer: [
          'Press the moon or the sun at the top of any page. Until you do, the site follows your phone or computer. Your choice stays in your browser.',
        ],
      },
      {
        question: 'Does the site work on a slow connection, or without JavaScript?',
        answer: [
          'Yes. The whole text comes with the page, pictures below the fold wait until you reach them, and everything that is for reading works without JavaScript. Only controls that act, such as the theme button, need it.',
        ],
      },
      {
        question: `Can I follow ${brand} in a feed reader?`,
        answer: [
          'Yes. There are feeds in RSS, Atom and JSON for the whole site and for each category, author and tag. Put the address of the page into your reader and it finds them.',
        ],
      },
    ],
  },
  {
    id: 'newsletters',
    title: 'Newsletters',
    questions: [
      {
        question: 'Why does nothing arrive after I signed up?',
        answer: [
          'We first send one mail with a link, so that nobody can sign up somebody else. Open it and press the button on the page it leads to. If it is not in your inbox, look among spam, then sign up once more.',
        ],
        link: { label: 'Sign up', href: '/newsletters' },
      },
      {
        question: 'How do I stop a newsletter?',
        answer: ['With the link at the end of every issue. One press is enough; no password is asked.'],
      },
      {
        question: 'What is the list of topics on the newsletters page for?',
        answer: [
          'It is a shopping list for yourself: it shows what interests you and stays in your browser. It is not sent to us and changes nothing about what you receive.',
        ],
      },
    ],
  },
  {
    id: 'paying',
    title: 'Subscribing and paying',
    questions: [
      {
        question: 'How can I pay?',
        answer: [
          'Our checkout offers one way at present: the PayPal wallet.',
          'Online one meets four ways of paying: a bank card, mobile money such as M-Pesa, a wallet checkout such as PayPal, and a second payment provider that stands beside the first, such as Stripe. Card, mobile money and a second provider are planned; none of them is offered today. When one of them is added, it will stand there beside the wallet, and here.',
        ],
        link: { label: 'See the plans', href: '/subscribe' },
      },
      {
        question: 'Can I pay by card without a wallet?',
        answer: [
          'Not with us directly. Whether PayPal lets you use a card inside its own window depends on your country and is decided there; we neither ask for card numbers nor see them.',
        ],
      },
      {
        question: 'Can I pay by mobile money?',
        answer: [
          'It is planned, and not offered yet. Please do not send money to a number that claims to be ours: we sell subscriptions through the checkout on this site and in no other way.',
        ],
      },
      {
        question: 'Does a subscription renew by itself?',
        answer: [
          'No. It is one payment for a fixed number of months. When it ends nothing is charged, and you decide again.',
        ],
      },
      {
        question: 'I paid, but I cannot read. What now?',
        answer: [
          'Sign in with the e-mail address you named when you paid, and confirm that address if you have not done so. If that does not help, write to us with the date of the payment.',
        ],
        link: { label: 'Contact us', href: '/contact' },
      },
    ],
  },
  {
    id: 'accounts',
    title: 'Accounts and privacy',
    questions: [
      {
        question: 'I forgot my password.',
        answer: [
          'Ask for a new one with the e-mail address of your account. The link we send works once, within thirty minutes.',
        ],
        link: { label: 'My account', href: '/manage-account' },
      },
      {
        question: 'What do you know about me?',
        answer: [
          'If you only read: nothing that names you. Views are counted by post and day, without internet addresses. If you have an account, a newsletter or a subscription, we store what those need, and you can ask for all of it.',
        ],
        link: { label: 'Privacy policy', href: '/privacy-policy' },
      },
      {
        question: 'How do I delete my account?',
        answer: [
          'On your account page, under “Delete account”. Confirm it with your password, or with your e-mail address if your account has none. It is gone at once, with everything that is kept with it, and cannot be brought back.',
          'What tax law makes us keep about payments stays. Newsletters have a link of their own in each issue, because they need no account.',
        ],
        link: { label: 'My account', href: '/manage-account' },
      },
    ],
  },
  {
    id: 'newsroom',
    title: 'The newsroom, deals and services',
    questions: [
      {
        question: 'How do I report a mistake or send a tip?',
        answer: [
          'By e-mail, with the address of the post and, if you can, a source. Mistakes are corrected in the post itself.',
        ],
        link: { label: 'Contact us', href: '/contact' },
      },
      {
        question: 'Do you earn money when I press a deal?',
        answer: [
          'We may. Deal links lead to shops, and some pay us when somebody buys. It costs you nothing more, it is said above the links, and it does not decide what we recommend.',
        ],
      },
      {
        question: 'The price in the shop is different from yours.',
        answer: ['Then the shop has changed it since we looked. The shop’s price is the one that counts.'],
      },
      {
        question: 'Can I hire you?',
        answer: [
          'Yes: for IT, software, data, finance questions, marketing and consultancy. Each page says what is included, what is not, and what to ask first.',
        ],
        link: { label: 'See all services', href: '/services' },
      },
    ],
  },
];
