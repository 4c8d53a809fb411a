import type { SiteLink } from '../../api/types';

type LinkListProps = {
  links: SiteLink[];
  className?: string;
  /** A box that scrolls must be reachable by keyboard where its links are not enough. */
  tabIndex?: number;
};

/**
 * A list of links that every page carries, as one piece of HTML. Drawn link by link, menu and footer were an eighth of
 * the work of a post's page, and a hundred elements more for each reader's browser to take over.
 */
export function LinkList({ links, className = '', tabIndex }: LinkListProps) {
  return (
    <ul
      className={`link-list ${className}`}
      tabIndex={tabIndex}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: addresses that the server took, and what stands in them is escaped
      dangerouslySetInnerHTML={{ __html: links.map(item).join('') }}
    />
  );
}

function item({ label, href }: SiteLink): string {
  const link = `<a href="${escaped(href)}">${escaped(label)}</a>`;
  if (href !== '/subscribe') return `<li>${link}</li>`;
  // As in `SubscribeLink`.
  const own = '<a href="/subscription-status" class="with-plan">Subscription</a>';
  return `<li><span class="without-plan">${link}</span> ${own}</li>`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
