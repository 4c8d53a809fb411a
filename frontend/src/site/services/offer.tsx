import type { ReactNode } from 'react';
import { ContactLinks } from '../contact/contact-links';
import { useSite } from '../layout/use-site';
import type { ServiceText } from './service-text';

type Link = { href: string; label: string };
type OfferProps = { title: string; text: ServiceText; back: Link; next?: Link; children?: ReactNode };

/** Something we do for others: what, for whom, how it goes, what is in it and what is not, and whom to ask. */
export function Offer({ title, text, back, next, children }: OfferProps) {
  const site = useSite();
  return (
    <article className="wrap pb-16">
      <header className="still-head">
        <p>
          <a href={back.href} className="back-link">
            ← {back.label}
          </a>
        </p>
        <h1 className="headline text-4xl">{title}</h1>
        <p className="dek max-w-[36em]">{text.lead}</p>
      </header>
      <div className="offer">
        <div className="offer-text">
          <div className="grid gap-4 font-serif text-lg leading-relaxed">
            {text.about.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
          <section aria-labelledby="steps">
            <h2 id="steps" className="headline text-2xl">
              How it goes
            </h2>
            <ol className="steps">
              {text.steps.map((step) => (
                <li key={step.title}>
                  <h3 className="font-serif text-lg font-semibold">{step.title}</h3>
                  <p className="text-ink-2">{step.text}</p>
                </li>
              ))}
            </ol>
          </section>
          <div className="facts">
            <Facts id="included" title="What you get" items={text.gets} sign="included" />
            <Facts id="left-out" title="What is not included" items={text.leavesOut} sign="left-out" />
          </div>
        </div>
        <aside aria-label="Before you decide" className="offer-side">
          <Facts id="for-whom" title="For whom" items={text.forWhom} />
          <Facts id="questions" title="Ask before you buy" items={text.questions} sign="question" />
          <section aria-labelledby="talk" className="contact-box">
            <h2 id="talk" className="headline text-xl">
              Talk to us
            </h2>
            <p className="text-sm text-ink-2">
              A first conversation commits you to nothing. Scope and price are agreed in writing before work begins.
            </p>
            <ContactLinks site={site} subject={title} />
          </section>
        </aside>
      </div>
      {children}
      {next && (
        <p className="mt-12 border-t border-rule-strong pt-4">
          <a href={next.href} className="more-link">
            Next service: {next.label} →
          </a>
        </p>
      )}
    </article>
  );
}

type FactsProps = { id: string; title: string; items: string[]; sign?: 'included' | 'left-out' | 'question' };

function Facts({ id, title, items, sign }: FactsProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="font-serif text-xl font-semibold">
        {title}
      </h2>
      <ul className={sign ? `fact-list fact-${sign}` : 'fact-list'}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  );
}
