import type { ServiceText } from '../service-text';

export const text: ServiceText = {
  description:
    'Networks, servers, identity and incident response for organisations whose systems have outgrown the helpdesk.',
  lead: 'For faults with several causes: networks, servers and security incidents, handled by engineers who keep notes.',
  about: [
    'Past a certain size, troubles stop being local. Calls drop only when the accounts floor runs payroll; a branch router forgets its routes after rain; somebody in another hemisphere tries the finance mailbox every ninety seconds. Advanced support exists for this second level, alongside your helpdesk or ours.',
    'Our engineers measure before they replace. Packet captures, logs, temperature and load curves are lined up on one timeline until a cause explains every symptom. The explanation is written down even if the cure took two minutes, because an unexplained recovery tends to return at quarter end.',
    'Security runs through everything. We tighten identity with phishing-resistant sign-in, segment guest and camera networks away from ledgers, keep offline copies beyond the reach of ransomware, and rehearse the dreadful call at two in the morning.',
  ],
  forWhom: [
    'Organisations spread over several sites linked by radio, fibre and stubbornness.',
    'In-house administrators who want escalation rather than replacement.',
    'Companies preparing for a client audit or an insurance questionnaire.',
    'Anyone who has just found a ransom note on a desktop.',
  ],
  steps: [
    {
      title: 'Baseline',
      text: 'Topology, firmware, rules, certificates and privileged accounts are discovered and diagrammed.',
    },
    {
      title: 'Monitoring',
      text: 'Probes and log collection go in, tuned until an alert means that someone should stand up.',
    },
    {
      title: 'Remediation sprints',
      text: 'Weaknesses are closed in ordered batches, each with a maintenance window, a rollback and a witness.',
    },
    {
      title: 'On call',
      text: 'Severe events reach the duty engineer directly, along an escalation chain tested beforehand.',
    },
    {
      title: 'Review',
      text: 'After every serious disturbance a blameless write-up lists contributing factors and owners for the remedies.',
    },
  ],
  gets: [
    'Network and identity diagrams accurate enough to rebuild from.',
    'A patch and firmware calendar covering switches, hypervisors and firewalls.',
    'Quarterly recovery exercises, with stopwatch results.',
    'Forensic first aid: isolation, preservation of evidence, and support in notifying the Data Commissioner when personal data leaked.',
    'Mentoring for your own technicians during joint sessions.',
  ],
  leavesOut: [
    'Ordinary desktop requests, which the core service resolves faster.',
    'Cabling, masts and electrical works; licensed contractors do those.',
    'Paying or bargaining with extortionists.',
    'Penetration testing by the same people who configured the defences.',
  ],
  questions: [
    'What counts as severe, and who may declare it?',
    'How do your engineers reach our equipment, and how is that door locked?',
    'Describe the worst outage you caused.',
    'Would we own the monitoring data after leaving?',
  ],
};
