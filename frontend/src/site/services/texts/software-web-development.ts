import type { ServiceText } from '../service-text';

export const text: ServiceText = {
  description:
    'Websites, portals and internal tools built in small visible steps, fast on a cheap phone and yours to keep.',
  lead: 'Software that starts small, loads on a tired handset in Kasarani traffic, and can be handed to another programmer tomorrow.',
  about: [
    'We build websites, customer portals, booking forms and the small internal programs that replace a spreadsheet everyone fears. The craft is the same in each case: understand the job, ship the thinnest useful slice, watch somebody use it, improve.',
    'Speed is a feature here. Many visitors arrive on prepaid data bundles and mid-range Android devices, so we count kilobytes, render text on the server, and keep decoration light. A page that works without JavaScript also works inside the browser of a chat app and on a flaky connection under a tin roof.',
    'Paying matters too. Where a shop or membership is involved we connect mobile money and cards through a licensed gateway, and we design for the awkward moments: the prompt that never arrives, the payment that lands twice, the customer who closes the tab.',
  ],
  forWhom: [
    'Businesses whose present site cannot be edited without phoning its author.',
    'Teams retyping the same figures into three programs every Friday.',
    'Founders who need a first version to learn from rather than a palace.',
    'Associations with members, events and fees to keep track of.',
  ],
  steps: [
    {
      title: 'Sketching',
      text: 'One workshop around paper. We draw screens, name the users and cross out whatever nobody misses.',
    },
    {
      title: 'A clickable draft',
      text: 'Within the first stretch of work there is a private link you can open, poke and criticise.',
    },
    {
      title: 'Building in slices',
      text: 'Each slice is finished, tested and shown before the following one begins, so you may stop at any boundary.',
    },
    {
      title: 'Going live',
      text: 'Domain, certificates, backups and redirects from your old addresses are prepared beforehand and switched quietly.',
    },
    {
      title: 'Staying healthy',
      text: 'Security updates and small corrections continue under a maintenance arrangement, or your own developer takes over.',
    },
  ],
  gets: [
    'The complete source code in a repository registered to your organisation.',
    'Automated tests that describe, in sentences, what the program promises.',
    'A plain editing screen for texts and pictures, with a recorded walk-through.',
    'Notes for the next developer: how to run, deploy and restore it.',
  ],
  leavesOut: [
    'Stock photography, copywriting and logos, unless they are ordered separately.',
    'Native applications for app stores; we advise when one is truly necessary.',
    'Fees of hosting firms, payment gateways and domain registrars, which you pay directly.',
  ],
  questions: [
    'If we part ways, what exactly do I walk out with?',
    'How heavy is the home page, in kilobytes, on its first visit?',
    'Who gets woken when the site is down on a Sunday?',
    'Which features would you leave out of version one?',
    'Can a blind customer complete the checkout?',
  ],
};
