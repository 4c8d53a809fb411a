import { opensDialog } from './dialog-commands';
import { topCategories } from './navigation-links';
import { servicesPanelId } from './services-panel';
import { useCurrentCategory } from './use-current-category';

/** The categories under the header of large screens; it scrolls away while the header stays. */
export function CategoryBar() {
  const current = useCurrentCategory();
  return (
    <nav aria-label="Categories" className="category-bar">
      <ul className="wrap">
        {topCategories.map(({ label, href }) => (
          <li key={href}>
            <a href={href} aria-current={href === `/category/${current}` ? 'true' : undefined}>
              {label}
            </a>
          </li>
        ))}
        <li>
          <button type="button" {...opensDialog(servicesPanelId)}>
            Services
          </button>
        </li>
      </ul>
    </nav>
  );
}
