import { JsonLd } from '../head/json-ld';
import { PageHead } from '../head/page-head';
import { breadcrumbs, organization } from '../head/schema-org';
import { useSite } from '../layout/use-site';
import { mailHref, phoneHref } from './contact-addresses';

type Concern = { subject: string; text: string; link?: { label: string; href: string } };

const concerns: Concern[] = [
  {
    subject: 'News tip',
    text: 'What happened, where and when, how you know, and whether we may name you. Send nothing by mail that could put you in danger; ask for another way first.',
  },
  {
    subject: 'Correction',
    text: 'The address of the post, the sentence that is wrong, and a source for what is right.',
  },
  {
    subject: 'Newsletter or subscription',
    text: 'Write from the address it concerns, so that we find it. Payment questions need the date and the plan, never a card number.',
    link: { label: 'Answers to frequent questions', href: '/faqs' },
  },
  {
    subject: 'Services and consultancy',
    text: 'Two sentences about the problem are enough to begin with.',
    link: { label: 'What we offer', href: '/services' },
  },
  {
    subject: 'Advertising',
    text: 'What you would like to show, to whom and when. Everything paid is labelled.',
    link: { label: 'How advertising works here', href: '/services/advertisement-and-marketing' },
  },
  {
    subject: 'Your data',
    text: 'To see, correct or delete what we hold about you.',
    link: { label: 'Your rights', href: '/privacy-policy#rights' },
  },
];

/** The ways to reach us. */
export function ContactPage() {
  const site = useSite();
  const { contact_email: email, contact_phone: phone } = site;
  return (
    <div className="wrap pb-16">
      <PageHead
        title="Contact"
        description={`How to reach ${site.brand} in Nairobi by e-mail and phone, and what to write so that you get an answer.`}
        canonicalPath="/contact"
      />
      {import.meta.env.SSR && <JsonLd data={organization(site)} />}
      {import.meta.env.SSR && <JsonLd data={breadcrumbs(site, [{ name: 'Contact', path: '/contact' }])} />}
      <header className="still-head">
        <h1 className="headline text-4xl">Contact</h1>
        <p className="dek max-w-[36em]">Write or call. A person reads it, and answers.</p>
      </header>
      <div className="contact-ways">
        {email && (
          <section aria-labelledby="by-mail">
            <h2 id="by-mail" className="text-sm font-semibold text-ink-3">
              E-mail
            </h2>
            <a href={mailHref(email)} className="headline contact-way">
              {email}
            </a>
            <p className="text-sm text-ink-2">The best way for anything with a link or a document.</p>
          </section>
        )}
        {phone && (
          <section aria-labelledby="by-phone">
            <h2 id="by-phone" className="text-sm font-semibold text-ink-3">
              Phone
            </h2>
            <a href={phoneHref(phone)} className="headline contact-way">
              {phone}
            </a>
            <p className="text-sm text-ink-2">On working days, in office hours of Nairobi (East Africa Time, UTC+3).</p>
          </section>
        )}
        {!email && !phone && (
          <p className="dek">Our contact details could not be loaded. Please load the page again in a moment.</p>
        )}
        <section aria-labelledby="where">
          <h2 id="where" className="text-sm font-semibold text-ink-3">
            Where
          </h2>
          <p className="headline contact-way">Nairobi, Kenya</p>
          <p className="text-sm text-ink-2">Visits by appointment, please: call or write first.</p>
        </section>
      </div>
      <section aria-labelledby="concerns" className="border-t border-rule-strong pt-5">
        <h2 id="concerns" className="headline text-2xl">
          What is it about?
        </h2>
        <ul className="concerns">
          {concerns.map(({ subject, text, link }) => (
            <li key={subject}>
              <h3 className="font-serif text-lg font-semibold">
                {email ? (
                  <a href={mailHref(email, subject)} className="hover:underline">
                    {subject}
                  </a>
                ) : (
                  subject
                )}
              </h3>
              <p className="text-ink-2">{text}</p>
              {link && (
                <p>
                  <a href={link.href} className="more-link">
                    {link.label} →
                  </a>
                </p>
              )}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
