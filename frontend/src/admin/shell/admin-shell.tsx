import { useQuery } from '@tanstack/react-query';
import { ExternalLink, LogOut } from 'lucide-react';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { type BlockerFunction, Link, NavLink, Outlet, useBlocker, useLocation } from 'react-router';
import { siteDetails } from '../../api/queries/site';
import { removeBothTokens } from '../../api/tokens';
import { setCalendar } from '../../site/format/dates';
import { clearPurchase } from '../../site/subscription-status/purchase-storage';
import { Button } from '../../ui/button';
import { buttonLook } from '../../ui/button-look';
import { cn } from '../../ui/cn';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { signOut } from '../session/api';
import { loadDocument } from '../session/guards';
import { SignInAgain } from '../session/sign-in-again';
import { isAdministrator, isEditor, staffEmail } from '../session/staff-session';
import { LeadToSetUp } from '../set-up/lead-to-set-up';
import { discardUnsavedChanges, hasUnsavedChanges } from '../unsaved-changes/unsaved-changes';
import { AdminLogo } from './admin-logo';
import { adminTab } from './admin-tab';
import { AdministrationTabs, administrationScreens } from './administration-tabs';
import { BackupAge } from './backup-age';
import { BackupNotice } from './backup-notice';
import { HeldNotice } from './held-notice';
import { NoMailNotice } from './no-mail-notice';
import { ThemeToggle } from './theme-toggle';
import { useCurrentTabInView } from './use-current-tab-in-view';

const postsAndMedia = [
  { href: '/admin', label: 'Posts' },
  { href: '/admin/media', label: 'Media' },
];

const editorsScreens = [
  { href: '/admin', label: 'Posts' },
  { href: '/admin/pages', label: 'Pages' },
  { href: '/admin/categories', label: 'Categories' },
  { href: '/admin/media', label: 'Media' },
  { href: '/admin/trash', label: 'Trash' },
  { href: '/admin/newsletter', label: 'Newsletter' },
  { href: '/admin-subscriptions', label: 'Subscriptions' },
  { href: '/admin/email-logs', label: 'Email Logs' },
  { href: '/admin-analytics', label: 'Analytics' },
];

/** Leaving would lose something; a form that was saved may take another address. */
const losesChanges: BlockerFunction = ({ currentLocation, nextLocation }) =>
  currentLocation.pathname !== nextLocation.pathname && !nextLocation.state?.keepsForm && hasUnsavedChanges();

/** What surrounds every admin screen. */
export function AdminShell() {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const email = staffEmail();
  const { pathname } = useLocation();
  const tabs = useCurrentTabInView();
  const isAdministration = isAdministrator() && administrationScreens.some(({ href }) => pathname === href);
  const blocker = useBlocker(losesChanges);

  async function leave() {
    setAsking(false);
    setBusy(true);
    try {
      await signOut();
      discardUnsavedChanges();
      removeBothTokens();
      clearPurchase();
      await loadDocument('/');
    } catch (cause) {
      console.error(cause);
      toast.error('Failed to logout.');
      setBusy(false);
    }
  }

  return (
    <div className="min-h-dvh bg-paper">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-raised focus:px-4 focus:py-3"
      >
        Skip to content
      </a>
      <header className="top-0 z-20 border-b border-rule bg-paper/95 backdrop-blur sm:sticky">
        <div className="mx-auto flex min-h-14 max-w-[84rem] flex-wrap items-center gap-x-1 px-4 sm:flex-nowrap sm:gap-x-2 lg:px-8">
          <Link to="/admin" className="flex items-end gap-2 rounded-sm">
            <AdminLogo />
            <span className="hidden text-sm leading-none font-medium text-ink-2 sm:inline">Admin</span>
          </Link>
          <nav
            ref={tabs}
            aria-label="Admin area"
            className="order-last -mx-4 flex h-11 basis-[calc(100%+2rem)] overflow-x-auto border-t border-rule px-2 sm:order-none sm:mx-0 sm:ml-4 sm:h-auto sm:min-w-0 sm:basis-auto sm:self-stretch sm:border-0 sm:px-0"
          >
            {(isEditor() ? editorsScreens : postsAndMedia).map(({ href, label }) => (
              <NavLink key={href} to={href} end={href === '/admin'} className={adminTab}>
                {label}
              </NavLink>
            ))}
            {isAdministrator() && (
              <Link to="/admin/settings" className={adminTab} aria-current={isAdministration ? 'true' : undefined}>
                Settings
              </Link>
            )}
          </nav>
          <span className="flex-1" />
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
          <Button
            look="quiet"
            className="px-3 whitespace-nowrap"
            busy={busy}
            onClick={() => (hasUnsavedChanges() ? setAsking(true) : leave())}
          >
            <LogOut aria-hidden="true" />
            <span className="sr-only 2xl:not-sr-only">Sign out</span>
          </Button>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto max-w-[84rem] px-4 pt-6 pb-16 outline-none lg:px-8">
        {isAdministration && <AdministrationTabs />}
        {isEditor() && (
          <>
            <HeldNotice />
            <NoMailNotice />
            <BackupNotice />
          </>
        )}
        <Screen />
      </main>
      {isEditor() && (
        <>
          <BackupAge />
          <LeadToSetUp />
        </>
      )}
      <SignInAgain />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Sign out without saving?"
        confirmLabel="Sign out"
        onConfirm={leave}
      >
        What you are working on has changes that were not saved.
      </ConfirmDialog>
      <ConfirmDialog
        open={blocker.state === 'blocked'}
        onOpenChange={() => blocker.reset?.()}
        title="Leave without saving?"
        confirmLabel="Leave"
        onConfirm={() => blocker.proceed?.()}
      >
        What you are working on has changes that were not saved. What you typed stays in this browser, to restore.
      </ConfirmDialog>
    </div>
  );
}

/** The screen of the address, once the calendar is known that its dates are written in. */
function Screen() {
  const { data, error, isFetching, refetch } = useQuery(siteDetails());
  setCalendar(data?.calendar);
  if (data) return <Outlet />;
  return error ? (
    <p role="alert" className="text-ink-2">
      The publication’s settings could not be loaded.{' '}
      <Button look="outline" size="sm" busy={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
    </p>
  ) : null;
}
