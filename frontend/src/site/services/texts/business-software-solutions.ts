import type { ServiceText } from '../service-text';

export const text: ServiceText = {
  description:
    'Choosing and introducing packaged software: sales, stock, payroll and customer records that fit how you work.',
  lead: 'Packaged programs, chosen against your own working day and introduced without a lost week of sales.',
  about: [
    'Before anything is programmed specially, it pays to ask whether a finished product already does the job. There are respectable packages for point of sale, inventory, payroll, customer relations, property management and projects. The difficulty lies in telling them apart: demonstrations look alike, and the differences appear in month three.',
    'We run selections the way a careful buyer tests a used car. Vendors receive your scenarios, including the nasty ones: a returned crate, a half-day absence, a customer with two names, a tax invoice that must reach the revenue authority through eTIMS. They drive; we take notes; your cashier has a vote.',
    'Introduction is where projects die. Data must be cleaned, habits renegotiated, receipts printed from the very first hour. So we move department by department, keep the former tool readable for reference, and never begin in December.',
  ],
  forWhom: [
    'Wholesalers and supermarkets that outgrew a till drawer and an exercise book.',
    'Landlords juggling rents, deposits and repairs in message threads.',
    'Human resources offices calculating statutory deductions by formula.',
    'Contractors who discover the loss on a site after handing over its keys.',
  ],
  steps: [
    {
      title: 'Scenario collection',
      text: 'From each role we gather a typical day, an exceptional one, and the report the boss requests.',
    },
    {
      title: 'Shortlist',
      text: 'A long catalogue becomes three candidates through licence model, local support, export formats and reviews by actual owners.',
    },
    {
      title: 'Supervised trials',
      text: 'Candidates are exercised on a copy of genuine entries, and scored in front of their sellers.',
    },
    {
      title: 'Contract support',
      text: 'Renewal clauses, user counts, hosting location and departure terms are examined prior to payment.',
    },
    {
      title: 'Rollout',
      text: 'Pilot corner, correction, training in pairs, then the remaining floor; a champion in every team wears the badge.',
    },
  ],
  gets: [
    'A scorecard that explains the ranking to someone who skipped the meetings.',
    'Migrated master records, deduplicated and approved by their custodians.',
    'Pocket guides with screenshots of your configuration rather than the factory default.',
    'An integration sketch linking the package with bank, mobile money and bookkeeping.',
  ],
  leavesOut: [
    'Licence fees and vendor implementation charges.',
    'Bespoke modules, quoted as development should the need survive scrutiny.',
    'Permanent administration after the first closing period.',
    'Persuading a vendor to copy competitor features.',
  ],
  questions: [
    'How do I export everything, today, without asking permission?',
    'Which customers abandoned this product, and for what?',
    'Does it keep selling while the internet is away?',
    'What happens to prices when I add the eleventh user?',
  ],
};
