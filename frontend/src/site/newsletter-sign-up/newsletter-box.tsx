import { NewsletterForm } from './newsletter-form';

/** The newsletter's place on a page: what it is, and where to leave an address. `slim` stands beside a list. */
export function NewsletterBox({ slim = false, headingId = 'newsletter' }: { slim?: boolean; headingId?: string }) {
  return (
    <aside aria-labelledby={headingId} className={slim ? 'newsletter newsletter-slim' : 'newsletter'}>
      {/* Programs that look for an article know by the second class that this is none. */}
      <div className="newsletter-words subscribe">
        <h2 id={headingId} className="headline text-2xl">
          A little light in your inbox
        </h2>
        <p className="text-night-ink-2">
          A daily newsletter, and topics from AI to buying guides. Take the ones you like, leave the rest.
        </p>
        <NewsletterForm />
        <p className="text-sm">
          <a href="/newsletters" className="newsletter-link">
            See all newsletters
          </a>
        </p>
      </div>
      <svg viewBox="0 0 320 200" aria-hidden="true" preserveAspectRatio="xMidYMax slice" className="newsletter-sun">
        <circle cx="160" cy="200" r="190" opacity=".08" />
        <circle cx="160" cy="200" r="142" opacity=".13" />
        <circle cx="160" cy="200" r="98" opacity=".3" />
        <circle cx="160" cy="200" r="60" />
      </svg>
    </aside>
  );
}
