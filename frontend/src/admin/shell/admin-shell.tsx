import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { type BlockerFunction, Outlet, useBlocker } from 'react-router';
import { siteDetails } from '../../api/queries/site';
import { removeBothTokens } from '../../api/tokens';
import { setCalendar } from '../../site/format/dates';
import { clearPurchase } from '../../site/purchase/purchase-storage';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { ErrorLine } from '../screen/error-line';
import { loadDocument } from '../session/guards';
import { isEditor } from '../session/staff-session';
import { signOut } from '../sign-in/api';
import { SignInAgain } from '../sign-in/sign-in-again';
import { discardUnsavedChanges, hasUnsavedChanges } from '../unsaved-changes/unsaved-changes';
import { AdminHeader } from './admin-header';
import { AdministrationTabs, useIsAdministration } from './administration-tabs';
import { BackupAge } from './backup-age';
import { BackupNotice } from './backup-notice';
import { HeldNotice } from './held-notice';
import { LeadToSetUp } from './lead-to-set-up';
import { NoMailNotice } from './no-mail-notice';

/** Leaving would lose something; a form that was saved may take another address. */
const losesChanges: BlockerFunction = ({ currentLocation, nextLocation }) =>
  currentLocation.pathname !== nextLocation.pathname && !nextLocation.state?.keepsForm && hasUnsavedChanges();

/** What surrounds every admin screen. */
export function AdminShell() {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const isAdministration = useIsAdministration();
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
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:start-2 focus:z-50 focus:rounded-md focus:bg-raised focus:px-4 focus:py-3"
      >
        Skip to content
      </a>
      <AdminHeader busy={busy} onSignOut={() => (hasUnsavedChanges() ? setAsking(true) : leave())} />
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
    <ErrorLine look="refusal" busy={isFetching} onRetry={() => refetch()}>
      The publication’s settings could not be loaded.
    </ErrorLine>
  ) : null;
}
