import { NavLink, useLocation } from 'react-router';
import { ScrollArrows } from '../screen/scroll-arrows';
import { tabLook } from '../screen/tab-look';
import { useCurrentTabInView } from '../screen/use-current-tab-in-view';
import { screens } from '../screens';
import { isAdministrator } from '../session/staff-session';

/** The screens of administrators, which share one entry of the header. */
const administrationScreens = screens.filter(({ role, link }) => role === 'administrator' && link);

/** Whether the screen is one of those that an administrator sees. */
export function useIsAdministration(): boolean {
  const { pathname } = useLocation();
  return isAdministrator() && administrationScreens.some(({ path }) => pathname === path);
}

/** The way between the screens of administrators. */
export function AdministrationTabs() {
  const row = useCurrentTabInView(useLocation().pathname);
  return (
    <div className="relative -mx-4 -mt-6 mb-6">
      <nav
        ref={row}
        aria-label="Administration"
        className="flex scroll-px-12 overflow-x-auto border-b border-rule px-2 [scrollbar-width:none]"
      >
        {administrationScreens.map(({ path, link }) => (
          <NavLink key={path} to={path} className={tabLook}>
            {link}
          </NavLink>
        ))}
      </nav>
      <ScrollArrows row={row} ground="paper" />
    </div>
  );
}
