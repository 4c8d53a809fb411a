import type { ServiceText } from '../services/service-text';

/** What the consultancy says of itself. */
export const consultancyText: ServiceText = {
  description:
    'Trade and equipment advice from Nairobi: importing, exporting, choosing electronics and larger projects.',
  lead: 'For questions that cross a border or several trades: what to import, how to export, which equipment to trust.',
  about: [
    'The consultancy rests on a simple observation: the research that goes into a good buying guide is the same research a company needs before it fills a container. Suppliers are compared, certificates are read to their last page, samples are taken apart, landed costs are calculated, and someone asks who repairs the thing after the warranty.',
    'Importing into Kenya means more than freight. Tariff codes, pre-shipment conformity inspection, port storage, clearing agents, inland haulage and the exchange rate each take a slice, and a bargain at the factory gate can be an ordinary price in Nairobi. Exporting has the mirror image: grading, packaging, phytosanitary papers, destination labels, payment terms between strangers.',
    'Paying clients get advice; readers get journalism; the two rooms have separate keys. A client never receives coverage, a product under review is never a customer, and whatever we learn in confidence stays out of print.',
  ],
  forWhom: [
    'Traders placing a first order with a manufacturer they have not met.',
    'Growers and craftspeople with a buyer overseas and a list of unfamiliar documents.',
    'Schools, hotels and offices equipping many rooms at once.',
    'Programmes that combine hardware, connectivity, training and finance.',
  ],
  steps: [
    {
      title: 'Your question',
      text: 'Write it as you would to a friend. We answer whether it suits us, and who might do better otherwise.',
    },
    {
      title: 'Scoping note',
      text: 'Two pages fix objective, sources, fee, delivery date and the point at which either side may withdraw.',
    },
    {
      title: 'Desk and field',
      text: 'Tariffs, standards and references are studied; warehouses, showrooms and previous purchasers get visited.',
    },
    {
      title: 'Landed-cost sheet',
      text: 'Every shilling between ex-works and your shelf is itemised, with sensitivity to currency and delay.',
    },
    {
      title: 'Decision meeting',
      text: 'We argue the strongest case for each alternative, including abstaining, then you choose.',
    },
    {
      title: 'Companionship',
      text: 'If wanted, a consultant accompanies the shipment or installation until acceptance is signed.',
    },
  ],
  gets: [
    'A sourcing or market report with named references you can telephone.',
    'A document checklist for your particular goods and destination.',
    'Comparison of at least three suppliers, agents or distributors.',
    'Negotiation notes: what is customary, what is cheeky, what is dangerous.',
  ],
  leavesOut: [
    'Customs declarations, which licensed clearing agents lodge.',
    'Brokerage, stockholding or commission on traded goods.',
    'Help with counterfeits, undervaluation or restricted items.',
    'Guarantees about duty rates that parliament may amend.',
  ],
  questions: [
    'Have you handled this commodity before, and what surprised you?',
    'Which figure in your estimate is weakest?',
    'Whom will you tell about my plans?',
    'When would you advise me to buy locally?',
  ],
};
