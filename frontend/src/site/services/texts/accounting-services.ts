import type { ServiceText } from '../service-text';

export const text: ServiceText = {
  description:
    'Bookkeeping set up properly, month-end closed on time, and records an auditor can follow. Filing stays with your accountant.',
  lead: 'Books that close on time: receipts captured daily, bank and till reconciled, and a month-end without drama.',
  about: [
    'Good bookkeeping is a kindness to your future self. It means that on any evening you know what came in, what is owed, which bill is due and how much of the balance already belongs to the taxman. We set up that discipline, run it alongside your clerk, or carry the routine entirely.',
    'Daily trade in Kenya leaves a particular trail: till slips, mobile money confirmations, electronic tax invoices, cheques that still matter to some landlords, cash for the casual who fixed the gate. Each is captured on the day it occurs, by photograph if necessary, matched to its counterpart, and filed where it can be retrieved years afterwards.',
    'Judgement stays with qualified people. Our role is the orderly ledger; statutory audits and signed returns are made by a registered practitioner of your choosing, who will spend fewer billable hours because the shoebox is gone.',
  ],
  forWhom: [
    'Owner-managed firms that reconcile in panic every June.',
    'Restaurants, salons and workshops mixing personal with trading money.',
    'Charities reporting restricted grants separately to several funders.',
    'Online sellers paid through a dozen channels.',
  ],
  steps: [
    {
      title: 'Untangling',
      text: 'Arrears are sorted into periods, missing vouchers listed, opening balances agreed with your auditor.',
    },
    {
      title: 'Chart of accounts',
      text: 'Categories are cut to those that inform a choice, mapped onto tax headings, and explained with examples.',
    },
    {
      title: 'Capture',
      text: 'Phone scanning, bank feeds and mobile statements flow into one inbox, where duplicates are caught.',
    },
    {
      title: 'Closing rhythm',
      text: 'By an agreed working day, debtors, creditors, payroll, depreciation and accruals are posted and ticked.',
    },
    {
      title: 'Conversation',
      text: 'We sit together over a three-line summary: profit, cash runway, and one thing worth worrying about.',
    },
  ],
  gets: [
    'Monthly profit and loss, balance sheet and cash-flow statement with remarks.',
    'An aged list of who owes you, ready for polite reminders.',
    'VAT and payroll working papers prepared for your tax agent.',
    'A receipt archive, searchable by supplier, amount and date.',
    'Segregation of duties, so that whoever pays never also approves.',
  ],
  leavesOut: [
    'Statutory audit, certification and representation before the tax authority.',
    'Aggressive avoidance schemes, however elegantly drawn.',
    'Custody of signing rights or bank tokens.',
    'Investment planning, offered under financial services only as education.',
  ],
  questions: [
    'Who exactly will touch my books, and who reviews that person?',
    'In whose name is the accounting file registered?',
    'How do you treat a payment without a voucher?',
    'What would an auditor criticise today?',
  ],
};
