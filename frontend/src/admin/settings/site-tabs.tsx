import { NavLink } from 'react-router';

/** What an administrator makes of the publication, screen by screen. */
const screens = [{ href: '/admin/settings', label: 'Settings' }];

/** The way between the screens on which a publication is made one's own. */
export function SiteTabs() {
  return (
    <nav aria-label="The publication" className="-mx-4 mt-3 flex overflow-x-auto border-b border-rule px-2">
      {screens.map(({ href, label }) => (
        <NavLink key={href} to={href} className={tab}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}

const tab =
  'flex min-h-11 items-center border-b-2 border-transparent px-2 text-sm font-semibold whitespace-nowrap text-ink-2 hover:text-ink aria-[current=page]:border-ember aria-[current=page]:text-ink';
