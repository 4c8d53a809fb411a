import type { ServiceText } from '../service-text';

export const text: ServiceText = {
  description:
    'Budgets, cash planning, loan comparison and financial literacy for organisations and their staff. Education, not investment advice.',
  lead: 'Understanding money before it is borrowed, lent or spent: plans, comparisons and plain explanations.',
  about: [
    'This service is about understanding, not selling. We broker no loans, place no insurance, manage no portfolios. What we offer is preparation: a realistic budget, a cash forecast that includes the lean months, a loan offer translated from marketing into total cost, a staff workshop where awkward questions are welcome.',
    'Borrowing deserves most care. A facility quoted per month, a fee deducted upfront, compulsory cover, a penalty for paying early: put together they may double the advertised rate. We convert every proposal into a common table, including the option of postponing the purchase, and mark the sentences to renegotiate.',
    'Saving and lending groups, from chamas to staff welfare funds, have their own needs. Clear rules, transparent minutes, an independent count and a shared statement prevent quarrels between friends far better than trust alone.',
  ],
  forWhom: [
    'Entrepreneurs about to finance a vehicle, a machine or a second outlet.',
    'Employers who want colleagues to handle salary, debt and retirement with confidence.',
    'Chamas moving from a notebook towards something members can inspect themselves.',
    'Cooperative boards learning to read a treasurer report critically.',
  ],
  steps: [
    {
      title: 'Your picture',
      text: 'Income, obligations, seasons and dreams are laid on a table, confidentially, without shame or sales talk.',
    },
    {
      title: 'A base plan',
      text: 'Together we construct a twelve-month forecast with a cautious, a likely and a hopeful column.',
    },
    {
      title: 'Stress',
      text: 'What if the largest customer pays ninety days late, fuel rises, or the shilling slips?',
    },
    {
      title: 'Comparing offers',
      text: 'Lender documents are normalised to effective yearly cost, security demanded and freedom to exit.',
    },
    {
      title: 'Habits',
      text: 'A light monthly review, led by you, keeps the plan alive; we supply the template and remain reachable.',
    },
  ],
  gets: [
    'A forecasting workbook without locked cells or hidden macros.',
    'Side-by-side costing of up to five financing proposals.',
    'Workshop materials in English or Kiswahili, with local sums.',
    'Model constitutions, registers and statements for savings groups.',
  ],
  leavesOut: [
    'Recommendations to buy or sell particular securities, units or currencies.',
    'Introductions to lenders in exchange for a referral fee.',
    'Debt collection, credit listing and guarantees.',
    'Promised yields: whoever guarantees one should be asked how.',
  ],
  questions: [
    'Are you licensed for what you are about to tell me, or is it teaching?',
    'What is the sum of all repayments, to the last shilling?',
    'Which event would make this loan unbearable?',
    'Could we lease, share, or buy second-hand instead?',
    'Who sees my salary slip?',
  ],
};
