import type { ServiceText } from '../service-text';

export const text: ServiceText = {
  description:
    'Engineering and product advice for wallets, lending, savings and market tools, built to be audited. No investment tips.',
  lead: 'Money software must be right before it is clever: every shilling accounted for, every failure rehearsed.',
  about: [
    'Kenyans moved money by phone long before most of the world, and they notice immediately when a transfer hangs. That sets a high bar for anyone launching a wallet, chama ledger, lending flow, remittance corridor or brokerage front end. We help teams meet it: architecture, integration, reconciliation and the unglamorous controls that supervisors ask about.',
    'The heart of such a product is a double-entry ledger that never forgets. Around it sit idempotent requests, signed callbacks, limits, holds and reversals. We design these first, because polishing screens above a shaky ledger only hides the cracks until audit season.',
    'For trading tools our concern is plumbing and clarity: market feeds, order states, latency budgets, risk warnings a newcomer understands. Which share or currency to buy is a question we do not answer, for anybody, at any fee.',
  ],
  forWhom: [
    'Startups preparing an application to a regulator, with engineers but no compliance habit yet.',
    'Saccos adding mobile channels to a core system older than their tellers.',
    'Brokers and market educators who need simulators with fictitious balances.',
    'Merchants suffering from settlements that never quite match.',
  ],
  steps: [
    {
      title: 'Mapping the flow of funds',
      text: 'On one sheet: whose account holds the cash at each instant, under which licence, with what recourse.',
    },
    {
      title: 'Threat modelling',
      text: 'SIM swap, insider, replay, double spend, agent collusion: we enumerate, rate and assign a defence to each.',
    },
    {
      title: 'Ledger and integration',
      text: 'Postings, webhooks and retries are implemented against sandboxes and abused deliberately.',
    },
    {
      title: 'Reconciliation drill',
      text: 'Statements with planted discrepancies are fed in until exceptions surface without human hunting.',
    },
    {
      title: 'Pilot',
      text: 'A capped group transacts with small amounts while support staff rehearse their scripts.',
    },
  ],
  gets: [
    'A funds-flow diagram your counsel and banker can both sign.',
    'Ledger code accompanied by property tests that try to create or destroy value.',
    'An incident playbook covering outages at telco, bank and switch.',
    'Customer wording for fees, delays and disputes, free from jargon.',
  ],
  leavesOut: [
    'Licences themselves: applications to the Central Bank or the Capital Markets Authority remain yours.',
    'Investment, tax or legal recommendations of any sort.',
    'Signals, bots promising returns, and anything resembling a pyramid.',
    'Holding client deposits, even briefly.',
  ],
  questions: [
    'Show me what occurs when a callback arrives three times.',
    'Who can reverse a posting, and which trace does it leave?',
    'How quickly do you discover a one-shilling mismatch?',
    'Where would my customers complain, and who replies?',
  ],
};
