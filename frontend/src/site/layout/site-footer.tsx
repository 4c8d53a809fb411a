import type { Site, SiteLinkGroup } from '../../api/types';
import { LinkList } from './link-list';

/** The night under every page: the tagline, the way around, and the groups that say a sentence about themselves. */
export function SiteFooter({ site }: { site: Site }) {
  const { footer } = site.navigation;
  return (
    <footer className="site-footer">
      <div className="wrap footer-top">
        <div className="footer-words">
          <p className="headline max-w-[17em] text-2xl">{site.tagline}</p>
          {footer.map(
            (group) =>
              group.text && (
                <div key={group.title} className="footer-aside">
                  <h2 className="text-base font-semibold">
                    <Title group={group} />
                  </h2>
                  <p className="text-sm text-night-ink-2">{group.text}</p>
                  <LinkList links={group.links} className="columns-2 text-night-ink-2" />
                </div>
              ),
          )}
        </div>
        <div className="footer-groups">
          {footer.map(
            (group) =>
              !group.text && (
                <nav key={group.title} aria-label={group.title}>
                  <h2 className="mb-2 text-sm font-semibold">
                    <Title group={group} />
                  </h2>
                  <LinkList links={group.links} className="text-night-ink-2" />
                </nav>
              ),
          )}
        </div>
      </div>
      <div className="border-t border-night-2">
        <p className="wrap footer-base">
          {site.footer_words && <span className="py-1">{site.footer_words}</span>}{' '}
          {site.contact_email && (
            <a className="py-1" href={`mailto:${site.contact_email}`}>
              {site.contact_email}
            </a>
          )}{' '}
          {site.contact_phone && (
            <a className="py-1" href={`tel:${site.contact_phone.replace(/[^+\d]/g, '')}`}>
              {site.contact_phone}
            </a>
          )}{' '}
          <a className="py-1" href="/corrections">
            Corrections
          </a>{' '}
          {site.social_links.map(({ name, href }) => (
            <a key={href} className="py-1" href={href} rel="me noopener">
              {`${name} `}
            </a>
          ))}
        </p>
      </div>
    </footer>
  );
}

function Title({ group: { title, href } }: { group: SiteLinkGroup }) {
  if (!href) return title;
  return (
    <a href={href} className="inline-block py-1 hover:underline">
      {title}
    </a>
  );
}
