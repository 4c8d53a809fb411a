import type { ServiceText } from '../service-text';

export const text: ServiceText = {
  description:
    'Pipelines, warehouses and clean tables: moving numbers from where they are born to where they are needed.',
  lead: 'The plumbing behind every trustworthy figure: collected once, checked on arrival, documented, and never lost overnight.',
  about: [
    'Somewhere in your organisation a colleague exports a file each morning, pastes it beside yesterday, fixes the dates by hand and mails the result to eight people. Data engineering replaces that ritual with machinery: scheduled jobs that fetch, validate, reshape and store records, and shout when something looks odd.',
    'Sources here are varied. Mobile money statements arrive as spreadsheets with merged headings, tills speak a dialect from an earlier decade, sensors go silent with the electricity, and a partner still sends scanned delivery notes. We write connectors that expect interruptions, resume where they stopped and leave an audit trail.',
    'We favour boring components. A well-indexed relational database carries most companies further than they imagine; only when volume or latency truly demands it do we reach for streams and clusters. Fewer moving parts mean fewer midnight calls.',
  ],
  forWhom: [
    'Finance departments reconciling paybill, bank and ledger by eye.',
    'Distributors whose depots count stock in incompatible formats.',
    'Research programmes collecting surveys upcountry on tablets.',
    'Product teams with events scattered across several vendors.',
  ],
  steps: [
    {
      title: 'Tracing',
      text: 'We follow one important figure backwards to its origin and record every hand that touches it.',
    },
    {
      title: 'Modelling',
      text: 'Entities, keys and definitions are agreed in a shared dictionary, so that "active member" has a single meaning.',
    },
    {
      title: 'First pipeline',
      text: 'The most painful feed is automated end to end, running in parallel with the manual routine until both agree.',
    },
    {
      title: 'Hardening',
      text: 'Freshness alarms, row counts, schema tests and replayable history are added before more sources join.',
    },
    {
      title: 'Extending',
      text: 'Remaining feeds follow the same template, increasingly written by your own analysts under review.',
    },
  ],
  gets: [
    'Version-controlled transformation code with readable names.',
    'A warehouse in which raw, cleaned and published layers are separate.',
    'Lineage diagrams showing what breaks when a column disappears.',
    'Runbooks for late files, duplicate batches and full disks.',
    'Retention rules for personal fields, in line with the Data Protection Act, 2019.',
  ],
  leavesOut: [
    'Dashboards and statistical interpretation, which belong to analytics.',
    'Buying cloud capacity, although sizing advice is included.',
    'Manual correction of historical mistakes beyond what scripts can detect.',
  ],
  questions: [
    'How will I notice that last night failed?',
    'Can a single day be rebuilt without touching its neighbours?',
    'Where does personal information sit, and who may query it?',
    'What does each additional million rows cost?',
  ],
};
