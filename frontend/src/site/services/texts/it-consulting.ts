import type { ServiceText } from '../service-text';

export const text: ServiceText = {
  description:
    'Independent advice on systems, suppliers and spending for Nairobi organisations that must choose before they buy.',
  lead: 'A second pair of eyes before you sign: what you own, what it costs you, and which change is worth making first.',
  about: [
    'Most technology decisions in a growing company are made in a hurry, between two sales calls. A server dies, a reseller promises delivery by Thursday, and a three-year commitment is born. Consulting is the pause before that signature. We look at the whole picture with you, compare realistic options, and write down why one of them wins.',
    'We hold no reseller agreements and take no commission from vendors, so the recommendation may well be to keep the machine you have, cancel a licence, or wait for the next budget. Advice that costs a supplier a sale is still advice you have paid for.',
    'Kenyan conditions shape the answer. Fibre fails when a road is dug up, the voltage on Mombasa Road does not behave like the voltage in a brochure, duty changes the price of an imported switch, and a foreign subscription moves with the dollar. A plan that ignores those details is fiction.',
  ],
  forWhom: [
    'Directors who approve invoices for equipment they cannot judge themselves.',
    'Schools, saccos, clinics and workshops without an IT manager of their own.',
    'Managers who inherited an undocumented network together with its passwords on a sticky note.',
    'Boards that want an outside opinion on a large proposal.',
  ],
  steps: [
    {
      title: 'A first conversation',
      text: 'Half an hour by phone. You describe the decision in front of you; we say honestly whether an outsider can help.',
    },
    {
      title: 'Walking through',
      text: 'We visit your premises, list hardware, contracts and habits, and interview the people who actually use them.',
    },
    {
      title: 'Weighing',
      text: 'Two or three courses are drawn up, each with its five-year cost, its risk and the staff time it eats.',
    },
    {
      title: 'Presenting',
      text: 'The findings are explained in ordinary language to whoever decides, with room for disagreement.',
    },
    {
      title: 'Looking back',
      text: 'Some months afterwards we check which assumptions held, and correct the roadmap accordingly.',
    },
  ],
  gets: [
    'An inventory of devices, subscriptions and renewal dates that belongs to you.',
    'A written comparison, short enough to be read in one sitting.',
    'A ranked roadmap that separates urgent repairs from pleasant ideas.',
    'Draft requirements to send to bidders, so that their quotations can be laid side by side.',
  ],
  leavesOut: [
    'Purchasing on your behalf: orders and payments stay in your hands.',
    'Rewiring, installing or repairing, which are separate support engagements.',
    'Legal opinions on contracts; we flag clauses that a lawyer ought to see.',
  ],
  questions: [
    'Who else pays you when I follow your recommendation?',
    'Which of your earlier opinions turned out wrong, and what did you learn?',
    'May I show the report to a competing consultant?',
    'What happens if the cheapest course is to do nothing?',
  ],
};
