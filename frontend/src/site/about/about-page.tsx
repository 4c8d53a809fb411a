import { ContactLinks } from '../contact/contact-links';
import { JsonLd } from '../head/json-ld';
import { PageHead } from '../head/page-head';
import { breadcrumbs, organization } from '../head/schema-org';
import { consultancyPath } from '../layout/navigation-links';
import { useSite } from '../layout/use-site';

/** Who we are and how we work. */
export function AboutPage() {
  const site = useSite();
  return (
    <div className="wrap pb-16">
      <PageHead
        title="About"
        description={`What ${site.brand} is, how it chooses its subjects, corrects its mistakes and earns its money.`}
        canonicalPath="/about"
      />
      {import.meta.env.SSR && <JsonLd data={organization(site)} />}
      {import.meta.env.SSR && <JsonLd data={breadcrumbs(site, [{ name: 'About', path: '/about' }])} />}
      <header className="still-head">
        <h1 className="headline text-4xl">About {site.brand}</h1>
        <p className="dek max-w-[36em]">{site.tagline}</p>
      </header>
      <div className="still-columns">
        <div className="prose">
          <p>
            {site.brand} is made in Nairobi, Kenya, for people who use technology more than they admire it: the
            shopkeeper comparing tills, the student choosing a laptop, the manager who has to sign for the new server,
            the reader who wants to know what a law or a launch changes on Monday.
          </p>
          <h2 id="what">What we publish</h2>
          <p>
            News and explainers on technology, business, science, security, politics and digital finance; reviews and
            buying guides; deals; and trade notes for those who import and export. A daily newsletter carries the day’s
            light reading. Most of it is free to read, and a subscription supports the work.
          </p>
          <h2 id="how">How we work</h2>
          <ul>
            <li>We say where something comes from, and what we could not find out.</li>
            <li>We explain a term the first time it appears, and leave out those nobody needs.</li>
            <li>A headline promises no more than its story holds.</li>
            <li>Prices carry the currency and the day; both change.</li>
            <li>Text is written to be read on a phone, with or without a good connection.</li>
          </ul>
          <h2 id="corrections">When we are wrong</h2>
          <p>
            Tell us. An error of fact is corrected in the text itself, and the date of the change stands beside the date
            of publication. A post that should never have appeared is taken down and its address says so, rather than
            pretending that it never was.
          </p>
          <h2 id="money">Who pays</h2>
          <p>
            The money comes from three places: subscriptions, labelled advertising with links to shops that may pay us
            when you buy, and the <a href="/services">services</a> and{' '}
            <a href={consultancyPath(site.brand)}>consultancy</a> that share our name. None of them sees a story before
            you do. Paid posts are marked as sponsored wherever they appear and are kept out of the picks and the news.
          </p>
          <h2 id="privacy">What we know about you</h2>
          <p>
            As little as we can. No company’s tracker runs on these pages, and the counting of views keeps no address of
            yours. The <a href="/privacy-policy">privacy policy</a> lists everything, down to the names of the cookies.
          </p>
        </div>
        <aside aria-labelledby="talk" className="contact-box">
          <h2 id="talk" className="headline text-xl">
            Talk to us
          </h2>
          <p className="text-sm text-ink-2">Tips, corrections, praise, complaints: a person reads them.</p>
          <ContactLinks site={site} />
          <p>
            <a href="/contact" className="more-link">
              All ways to reach us →
            </a>
          </p>
        </aside>
      </div>
    </div>
  );
}
