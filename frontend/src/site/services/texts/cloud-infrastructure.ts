import type { ServiceText } from '../service-text';

export const text: ServiceText = {
  description:
    'Hosting decisions, migrations and running costs under control: from one modest server to several regions.',
  lead: 'Rented computers, deliberately chosen: as little as possible, described in code, with the bill explained line by line.',
  about: [
    'Cloud is a way of renting. Like any tenancy it suits some needs splendidly and drains others through small monthly leaks. We design hosting that matches what your application really does, which is frequently one well-kept virtual machine plus a tested copy elsewhere, and occasionally a fleet.',
    'Distance is physical. A request from Nairobi to Frankfurt and back spends more time under the sea than in most databases, so we measure round trips from local networks before choosing a region, place static files near readers, and consider Kenyan or South African facilities when residency or latency argues for them.',
    'Currency is the other surprise. Invoices arrive in dollars while revenue is counted in shillings. We model both, set budgets with alarms, shut down idle environments at night, and prefer open components you could carry to a rival provider within weeks.',
  ],
  forWhom: [
    'Teams whose provider invoice grows faster than their traffic.',
    'Institutions retiring a humming cupboard full of ageing servers.',
    'Developers who deploy by copying folders and hoping.',
    'Organisations asked to prove where information is stored.',
  ],
  steps: [
    {
      title: 'Measuring demand',
      text: 'Load, storage growth and acceptable downtime are established from observation instead of ambition.',
    },
    {
      title: 'Comparing homes',
      text: 'Candidates, including staying put, are priced for three years with egress, support and exchange rate in the sum.',
    },
    {
      title: 'Describing in code',
      text: 'Machines, firewalls and permissions become reviewed text, so that an environment can be recreated on demand.',
    },
    {
      title: 'Moving house',
      text: 'We replicate, rehearse the switch, cut over in a quiet window and keep the way back open for days.',
    },
    {
      title: 'Trimming',
      text: 'Usage is revisited after the first invoices; oversized resources shrink, forgotten ones disappear.',
    },
  ],
  gets: [
    'Infrastructure definitions inside your own version control.',
    'A cost forecast in shillings and dollars, with three scenarios.',
    'Encrypted, off-provider backups and a timed recovery demonstration.',
    'Access through individual identities; no root key in anybody’s chat history.',
    'An exit plan stating how you would leave, step by step.',
  ],
  leavesOut: [
    'Provider charges, which go to your card or purchase order.',
    'Rewriting applications so that they scale; we indicate where that would pay.',
    'Round-the-clock operations, available as advanced support.',
  ],
  questions: [
    'What would this cost on a single machine?',
    'How many minutes of work do we lose if the region vanishes?',
    'Which parts tie us to one vendor, and is the convenience worth it?',
    'Can I see last month’s bill of a comparable setup, anonymised?',
  ],
};
