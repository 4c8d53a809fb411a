import { NavLink, useLocation } from 'react-router';
import { isAdministrator } from '../session/staff-session';
import { adminTab } from './admin-tab';
import { useCurrentTabInView } from './use-current-tab-in-view';

/** The screens of administrators, which share one entry of the header. */
const administrationScreens = [
  { href: '/admin/settings', label: 'Settings' },
  { href: '/admin/navigation', label: 'Navigation' },
  { href: '/admin/front-page', label: 'Front page' },
  { href: '/admin/set-up', label: 'Set-up' },
  { href: '/admin/staff', label: 'Staff' },
  { href: '/admin/subscribers', label: 'Subscribers' },
  { href: '/admin/doctor', label: 'Health' },
  { href: '/admin/backups', label: 'Backups' },
];

/** Whether the screen is one of those that an administrator sees. */
export function useIsAdministration(): boolean {
  const { pathname } = useLocation();
  return isAdministrator() && administrationScreens.some(({ href }) => pathname === href);
}

/** The way between the screens of administrators. */
export function AdministrationTabs() {
  const row = useCurrentTabInView();
  return (
    <nav
      ref={row}
      aria-label="Administration"
      className="-mx-4 -mt-6 mb-6 flex overflow-x-auto border-b border-rule px-2"
    >
      {administrationScreens.map(({ href, label }) => (
        <NavLink key={href} to={href} className={adminTab}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
