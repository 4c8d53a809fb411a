import { NavLink, useLocation } from 'react-router';
import { screens } from '../screens';
import { isAdministrator } from '../session/staff-session';
import { adminTab } from './admin-tab';
import { useCurrentTabInView } from './use-current-tab-in-view';

/** The screens of administrators, which share one entry of the header. */
const administrationScreens = screens.filter(({ role, link }) => role === 'administrator' && link);

/** Whether the screen is one of those that an administrator sees. */
export function useIsAdministration(): boolean {
  const { pathname } = useLocation();
  return isAdministrator() && administrationScreens.some(({ path }) => pathname === path);
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
      {administrationScreens.map(({ path, link }) => (
        <NavLink key={path} to={path} className={adminTab}>
          {link}
        </NavLink>
      ))}
    </nav>
  );
}
