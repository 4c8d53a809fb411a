import type { ServiceText } from '../service-text';

export const text: ServiceText = {
  description: 'Everyday help for offices: laptops, printers, mail, wireless and backups, answered by a person.',
  lead: 'The everyday desk: somebody picks up, understands the problem, and stays until the printer prints.',
  about: [
    'Core support covers what stops ordinary work: a laptop that will not wake, mail that bounces, a projector five minutes before the meeting, a new hire without a login. None of it is glamorous. All of it decides whether a morning is productive.',
    'You reach a human being by telephone, chat or e-mail, and each request receives a number, an owner and a follow-up. Most faults are solved remotely through a session you approve and can end with one click. When hands are needed we come by, tools in the bag, whether you sit in Westlands, Industrial Area or above a bakery in Ngong.',
    'Prevention saves more than rescue. Updates are rolled out outside working hours, disks are watched for early symptoms, antivirus and backups report in daily, and retired accounts are closed the day an employee leaves.',
  ],
  forWhom: [
    'Offices of five to fifty desks in which "the one who knows computers" has another job.',
    'Firms with a branch whose staff wait days for a visitor from headquarters.',
    'Households running a business from the dining table.',
  ],
  steps: [
    {
      title: 'Stocktaking',
      text: 'Every machine is labelled, photographed and entered in a register you can open any time.',
    },
    {
      title: 'Cleaning up',
      text: 'Missing patches, shared passwords, full mailboxes and unlicensed programs are dealt with in a first sweep.',
    },
    {
      title: 'Opening the desk',
      text: 'Staff receive one number to save, a card with good habits, and permission to ask silly things.',
    },
    {
      title: 'Routine care',
      text: 'A monthly round checks backups by restoring a random folder, tests the UPS and listens to complaints.',
    },
    {
      title: 'Reporting',
      text: 'You read one page: what broke, how fast it was mended, which device deserves retirement.',
    },
  ],
  gets: [
    'A helpdesk with response targets agreed in writing beforehand.',
    'Onboarding and leaving checklists for employees, followed each time.',
    'Verified copies of documents and mail, kept in two places.',
    'A password manager set up and explained patiently.',
    'Loan equipment during longer repairs, as far as stock permits.',
  ],
  leavesOut: [
    'Spare parts and new hardware, invoiced at cost after your approval.',
    'Server clusters, complex networks and security incidents: see the advanced tier.',
    'Teaching full courses in office programs.',
    'Private phones of relatives, however charming.',
  ],
  questions: [
    'Who answers at half past seven, and who on Saturday?',
    'May I cancel after a month if we do not get along?',
    'When did you last restore a backup successfully?',
    'Which of my passwords can your technicians see?',
  ],
};
