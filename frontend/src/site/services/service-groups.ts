import { services } from '../layout/navigation-links';

type ServiceEntry = { href: string; label: string; summary: string };
type ServiceGroup = { id: string; title: string; text: string; services: ServiceEntry[] };

/** A service as the index shows it; its name is the menu's. */
function entry(slug: string, summary: string): ServiceEntry {
  const href = `/services/${slug}`;
  const label = services.find((service) => service.href === href)?.label ?? slug;
  return { href, label, summary };
}

/** The services as somebody looks for them: by what is wrong or wanted, not by trade. */
export const serviceGroups: ServiceGroup[] = [
  {
    id: 'decide',
    title: 'Decide',
    text: 'Before money is spent: an opinion that nobody else pays for.',
    services: [
      entry('it-consulting', 'What you own, what it costs, and which change comes first.'),
      entry('business-software-solutions', 'Finished products for sales, stock and payroll, tried on your own day.'),
      entry('business-management-tools', 'One place for tasks, files and approvals, and fewer reminders.'),
    ],
  },
  {
    id: 'build',
    title: 'Build',
    text: 'Things made for you, in steps you can see, and yours afterwards.',
    services: [
      entry('software-web-development', 'Sites, portals and internal tools that load on a tired phone.'),
      entry('cloud-infrastructure', 'Rented computers, as few as possible, with the bill explained.'),
      entry('fintech-and-trading', 'Ledgers and payment flows that are right before they are clever.'),
      entry('healthcare-tech', 'Clinic systems that keep confidences and survive a power cut.'),
    ],
  },
  {
    id: 'run',
    title: 'Keep running',
    text: 'Somebody who picks up, and somebody behind them for the hard cases.',
    services: [
      entry('core-it-support-services', 'Laptops, mail, printers, backups: the everyday desk.'),
      entry('advanced-it-support-services', 'Networks, servers and security incidents, with notes taken.'),
    ],
  },
  {
    id: 'understand',
    title: 'Understand your numbers',
    text: 'From the first receipt to the figure a decision rests on.',
    services: [
      entry('data-engineering', 'Records collected once, checked on arrival and kept.'),
      entry('data-and-analytics', 'What happened, why, and what to try on Monday.'),
      entry('accounting-services', 'Books that close on time and that an auditor can follow.'),
      entry('financial-services', 'Budgets, loan comparisons and workshops: education, not advice.'),
    ],
  },
  {
    id: 'found',
    title: 'Be found',
    text: 'Attention that is earned, and attention that is paid for and says so.',
    services: [
      entry('seo-and-marketing', 'Clear pages and honest measurement instead of tricks.'),
      entry('advertisement-and-marketing', 'Labelled advertising, here and elsewhere, measured by response.'),
    ],
  },
];
