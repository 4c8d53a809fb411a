import type { ServiceText } from '../service-text';

export const text: ServiceText = {
  description:
    'Records, booking and billing systems for clinics and programmes, with privacy and power cuts designed in.',
  lead: 'Systems for the consulting room that stay quiet, keep confidences, and carry on when the lights do not.',
  about: [
    'A clinic is a hard place for software. The queue is long, the nurse wears gloves, the generator coughs, and a wrong dose is not a bug report but a person. We help private practices, laboratories, pharmacies and outreach programmes pick, configure or build tools that respect those facts.',
    'Confidentiality leads. Health status counts as sensitive personal data under Kenyan law, so access is granted by role, each look at a chart is logged, and exports are encrypted. We ask of every field whether care suffers without it; if not, it goes.',
    'Continuity comes next. Patient files must open during an outage, synchronise afterwards without overwriting, and print a legible summary for a referral to another hospital. Insurance claims, cash, and mobile payments have to end in the same daily balance.',
  ],
  forWhom: [
    'Doctors leaving paper cards without wishing to leave their patients waiting.',
    'Laboratories returning results by message and worried about who reads them.',
    'Pharmacies tracking batches, expiry and cold storage.',
    'Community health initiatives working beyond reliable coverage.',
  ],
  steps: [
    {
      title: 'Shadowing',
      text: 'We spend a clinic day on a stool in the corner, watching registration, triage, treatment and cashier.',
    },
    {
      title: 'Choosing',
      text: 'Open-source and commercial packages are scored against your own scenarios before anything gets custom code.',
    },
    {
      title: 'Configuring',
      text: 'Forms, codes, roles and receipts are adapted together with a clinician who holds the veto.',
    },
    {
      title: 'Migrating gently',
      text: 'Active charts move first, archives later; paper runs alongside until the head nurse says stop.',
    },
    {
      title: 'Rehearsing failure',
      text: 'Network, mains and server are unplugged on a calm afternoon, and everyone practises the fallback.',
    },
  ],
  gets: [
    'A working installation with offline mode proven on site.',
    'A data protection impact assessment drafted for your officer to complete.',
    'Role-based training for reception, nursing, medical and accounts staff.',
    'Backup media, restore instructions and a dated restore certificate signed by your administrator.',
  ],
  leavesOut: [
    'Diagnosis, triage advice or any algorithm that replaces a clinician.',
    'Supplying medical devices or calibrating them.',
    'Negotiating with insurers and public health funds.',
    'Transcribing old paper archives, though scanning services can be briefed.',
  ],
  questions: [
    'Could reception see an HIV result, and should they?',
    'How long may the system be away before care is affected?',
    'If your company closes, who can still read our charts?',
    'What leaves the country, encrypted or otherwise?',
    'Has a nurse timed the entry of a routine visit?',
  ],
};
