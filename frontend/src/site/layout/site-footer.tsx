import type { Site } from '../../api/types';
import { LinkList } from './link-list';
import { consultancyLinks, consultancyPath, footerGroups } from './navigation-links';

/** The night under every page: the tagline, the way around, and the consultancy. */
export function SiteFooter({ site }: { site: Site }) {
  return (
    <footer className="site-footer">
      <div className="wrap footer-top">
        <div className="grid content-start gap-6">
          <p className="headline max-w-[17em] text-2xl">{site.tagline}</p>
          <div className="footer-aside">
            <h2 className="text-base font-semibold">
              <a href={consultancyPath(site.brand)} className="inline-block py-1 hover:underline">
                {site.brand} Consultancy
              </a>
            </h2>
            <p className="text-sm text-night-ink-2">
              Guides for people who buy from abroad, sell abroad, or choose equipment.
            </p>
            <LinkList links={consultancyLinks} className="columns-2 text-night-ink-2" />
          </div>
        </div>
        <div className="footer-groups">
          {footerGroups.map(({ title, links }) => (
            <nav key={title} aria-label={title}>
              <h2 className="mb-2 text-sm font-semibold">{title}</h2>
              <LinkList links={links} className="text-night-ink-2" />
            </nav>
          ))}
        </div>
      </div>
      <div className="border-t border-night-2">
        <p className="wrap footer-base">
          {site.footer_words && <span className="py-1">{site.footer_words}</span>}
          {site.contact_email && (
            <a className="py-1" href={`mailto:${site.contact_email}`}>
              {site.contact_email}
            </a>
          )}
          {site.contact_phone && (
            <a className="py-1" href={`tel:${site.contact_phone.replace(/[^+\d]/g, '')}`}>
              {site.contact_phone}
            </a>
          )}
          {site.social_links.map(({ name, href }) => (
            <a key={href} className="py-1" href={href} rel="me noopener">
              {name}
            </a>
          ))}
        </p>
      </div>
    </footer>
  );
}
