import type { SiteMenus } from '../../api/types';
import { categoryPath } from '../post-cards/post-path';
import { opensDialog } from './dialog-commands';
import { servicesPanelId } from './services-panel';
import { useCurrentCategory } from './use-current-category';

/** The categories under the header of large screens; it scrolls away while the header stays. */
export function CategoryBar({ menus: { bar, services } }: { menus: SiteMenus }) {
  const current = useCurrentCategory();
  return (
    <nav aria-label="Categories" className="category-bar">
      <ul className="wrap">
        {bar.map(({ label, href }) => (
          <li key={label + href}>
            <a href={href} aria-current={current !== null && href === categoryPath(current) ? 'true' : undefined}>
              {label}
            </a>
          </li>
        ))}
        {services.length > 0 && (
          <li>
            <button type="button" {...opensDialog(servicesPanelId)}>
              Services
            </button>
          </li>
        )}
      </ul>
    </nav>
  );
}
