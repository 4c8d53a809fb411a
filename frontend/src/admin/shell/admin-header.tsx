import { ExternalLink, LogOut, Menu, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { Button } from '../../ui/button';
import { buttonLook } from '../../ui/button-look';
import { cn } from '../../ui/cn';
import { AdminLogo } from '../screen/admin-logo';
import { tabLook } from '../screen/tab-look';
import { ThemeToggle } from '../screen/theme-toggle';
import { useCurrentTabInView } from '../screen/use-current-tab-in-view';
import { screens } from '../screens';
import { isAdministrator, isEditor, staffEmail } from '../session/staff-session';
import { useIsAdministration } from './administration-tabs';

/** The screens of the header that somebody may open; administrators' share one entry. */
function headerScreens() {
  return screens.filter(({ role, link }) => link && (role === 'staff' || (role === 'editor' && isEditor())));
}

/** A tab of the header; in the menu of narrow windows a line of its own. */
const menuEntry = cn(tabLook, 'max-xl:border-b-0 max-xl:border-s-2 max-xl:px-3 max-xl:hover:bg-sunk');

/** The header of every admin screen; what does not fit into a narrow window stands in a menu. */
export function AdminHeader({ busy, onSignOut }: { busy: boolean; onSignOut: () => void }) {
  const email = staffEmail();
  const { pathname } = useLocation();
  // The menu is open on the screen it was opened on.
  const [menuAt, setMenuAt] = useState<string | null>(null);
  const menuButton = useRef<HTMLButtonElement>(null);
  const open = menuAt === pathname;

  useEffect(() => {
    if (!open) return;
    const close = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setMenuAt(null);
      menuButton.current?.focus();
    };
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [open]);

  return (
    <header className="top-0 z-20 border-b border-rule bg-paper/95 backdrop-blur sm:sticky">
      <div className="mx-auto flex min-h-14 max-w-[84rem] flex-wrap items-center gap-x-1 px-4 sm:gap-x-2 lg:px-8 xl:flex-nowrap">
        <Link to="/admin" className="flex min-w-0 items-end gap-2 rounded-sm max-sm:flex-1">
          <AdminLogo />
          <span className="hidden text-sm leading-none font-medium text-ink-2 sm:max-xl:inline 2xl:inline">Admin</span>
        </Link>
        <Screens open={open} onLeave={() => setMenuAt(null)} />
        <span className="flex-1 max-sm:hidden" />
        <a href="/" className={cn(buttonLook({ look: 'quiet' }), 'px-3 whitespace-nowrap')}>
          <ExternalLink aria-hidden="true" />
          <span className="sr-only 2xl:not-sr-only">View site</span>
        </a>
        <ThemeToggle />
        {email && (
          <span className="hidden max-w-56 truncate px-2 text-sm text-ink-2 2xl:inline" title={email}>
            {email}
          </span>
        )}
        <Button look="quiet" className="px-3 whitespace-nowrap" busy={busy} onClick={onSignOut}>
          <LogOut aria-hidden="true" />
          <span className="sr-only 2xl:not-sr-only">Sign out</span>
        </Button>
        <Button
          ref={menuButton}
          look="outline"
          className="px-3 xl:hidden"
          aria-expanded={open}
          aria-controls="admin-menu"
          onClick={() => setMenuAt(open ? null : pathname)}
        >
          {open ? <X aria-hidden="true" /> : <Menu aria-hidden="true" />}
          <span className="sr-only min-[26rem]:not-sr-only">Menu</span>
        </Button>
      </div>
    </header>
  );
}

/** The screens of the admin area: a row, in narrow windows a menu that opens below the header. */
function Screens({ open, onLeave }: { open: boolean; onLeave: () => void }) {
  const tabs = useCurrentTabInView(useLocation().pathname);
  const isAdministration = useIsAdministration();
  return (
    <nav
      ref={tabs}
      id="admin-menu"
      aria-label="Admin area"
      className={cn(
        'order-last -mx-4 max-h-[70dvh] basis-[calc(100%+2rem)] grid-cols-2 overflow-auto border-t border-rule px-2 py-2 sm:grid-cols-3 xl:order-none xl:mx-0 xl:ms-4 xl:flex xl:min-w-0 xl:basis-auto xl:self-stretch xl:border-0 xl:p-0',
        open ? 'grid' : 'hidden',
      )}
    >
      {headerScreens().map(({ path, link }) => (
        <NavLink key={path} to={path} end={path === '/admin'} className={menuEntry} onClick={onLeave}>
          {link}
        </NavLink>
      ))}
      {isAdministrator() && (
        <Link
          to="/admin/settings"
          className={menuEntry}
          aria-current={isAdministration ? 'true' : undefined}
          onClick={onLeave}
        >
          Settings
        </Link>
      )}
    </nav>
  );
}
