import { ContactLinks } from '../contact/contact-links';
import { JsonLd } from '../head/json-ld';
import { PageHead } from '../head/page-head';
import { breadcrumbs, faqPage } from '../head/schema-org';
import { useSite } from '../layout/use-site';
import { questionGroups } from './questions';

/** Frequent questions; each opens by the browser itself, without JavaScript too. */
export function FaqsPage() {
  const site = useSite();
  const groups = questionGroups(site);
  return (
    <div className="wrap pb-16">
      <PageHead
        title="FAQs"
        description={`Answers about reading ${site.brand}, newsletters, subscriptions, paying, accounts and deals.`}
        canonicalPath="/faqs"
      />
      {import.meta.env.SSR && <JsonLd data={faqPage(groups.flatMap(({ questions }) => questions))} />}
      {import.meta.env.SSR && <JsonLd data={breadcrumbs(site, [{ name: 'FAQs', path: '/faqs' }])} />}
      <header className="still-head">
        <h1 className="headline text-4xl">Frequent questions</h1>
        <p className="dek max-w-[36em]">Press a question to open its answer.</p>
      </header>
      {groups.map(({ id, title, questions }) => (
        <section key={id} aria-labelledby={id} className="faq-group">
          <h2 id={id} className="headline text-2xl">
            {title}
          </h2>
          <div>
            {questions.map(({ question, answer, link }) => (
              <details key={question} className="faq">
                <summary>
                  <h3 className="font-serif text-lg font-semibold">{question}</h3>
                </summary>
                <div className="faq-answer">
                  {answer.map((paragraph) => (
                    <p key={paragraph}>{paragraph}</p>
                  ))}
                  {link && (
                    <p>
                      <a href={link.href} className="more-link">
                        {link.label} →
                      </a>
                    </p>
                  )}
                </div>
              </details>
            ))}
          </div>
        </section>
      ))}
      <aside aria-labelledby="not-answered" className="night-box">
        <h2 id="not-answered" className="headline text-2xl">
          Not answered?
        </h2>
        <ContactLinks site={site} />
      </aside>
    </div>
  );
}
