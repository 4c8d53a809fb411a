import type { ServiceText } from '../service-text';

export const text: ServiceText = {
  description: 'Search work without tricks: clear pages, sound structure and honest measurement for Kenyan audiences.',
  lead: 'Being found by people who already want what you do, through pages that answer them better than anybody else.',
  about: [
    'Search optimisation has a poor reputation because much of it is theatre: bought links, stuffed keywords, monthly charts nobody reads. What remains when the theatre stops is rather simple. A page must load, say clearly what it offers, deserve a link, and be understood by machines. We work on those four, in that order.',
    'Nairobi queries have their own grammar. People mix English, Kiswahili and Sheng in one line; they add an estate, a landmark or a bus stage instead of a postcode; they ask for a price in bob. Research begins with the words customers type and speak, collected from your enquiries, your counter staff and public suggestion data.',
    'Marketing around the site follows the same temper. We prefer a useful newsletter, a tidy business profile and a guide worth forwarding over daily noise. Paid placement has a service of its own; this one is about attention you do not have to rent.',
  ],
  forWhom: [
    'Shops and practices that appear below directories when someone searches their own trade.',
    'Publishers with hundreds of articles that never met an internal link.',
    'Exporters who want buyers abroad to discover them without an agent.',
  ],
  steps: [
    {
      title: 'Listening',
      text: 'We gather real phrases, group them by intention and mark those you can credibly serve.',
    },
    {
      title: 'Crawling',
      text: 'A technical inspection finds broken addresses, duplicate titles, slow templates and orphaned documents.',
    },
    {
      title: 'Mending',
      text: 'Defects are repaired with your developer, beginning with whatever hides the most visited sections.',
    },
    {
      title: 'Writing',
      text: 'Missing answers are planned as an editorial calendar, and the first pieces drafted with your specialists.',
    },
    {
      title: 'Reading the numbers',
      text: 'Every quarter we compare enquiries, not rankings alone, and drop tactics that moved nothing.',
    },
  ],
  gets: [
    'A keyword map in which each phrase has one owner page.',
    'An ordered repair list, with an estimate of effort beside every entry.',
    'Structured data, sitemaps and titles set up and validated.',
    'A measurement sheet that respects visitors: no personal profiles, no hidden trackers.',
    'Editorial guidelines your own writers can continue with.',
  ],
  leavesOut: [
    'Promises of a first position, because nobody outside the search company controls it.',
    'Purchased backlinks, fake reviews and comment spam in any disguise.',
    'Managing social accounts day by day.',
  ],
  questions: [
    'Which result would make you tell me to cancel?',
    'Where do the links you report come from?',
    'What will still work if an algorithm shifts next spring?',
    'Do you own the analytics account, or do I?',
  ],
};
