import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { logoutReader, ownProfile } from '../../api/queries/account';
import { activeKind, removeBothTokens } from '../../api/tokens';
import { buttonLook } from '../../ui/button-look';
import { NoScriptNotice } from '../forms/no-script-notice';
import { PageHead } from '../head/page-head';
import { useSignedIn } from '../hooks/use-signed-in';
import { showToast } from '../messages/show-toast';
import { NewsletterForm } from '../newsletter-sign-up/newsletter-form';
import { clearOrder } from '../purchase/order-storage';
import { clearPurchase } from '../purchase/purchase-storage';
import { ChangePassword } from './change-password';
import { Credentials } from './credentials';
import { Sessions } from './sessions';
import { SubscriptionBox } from './subscription-box';

// At the end of the page, and for few: it comes after the rest.
const DeleteAccount = lazy(() => import('./delete-account').then(({ DeleteAccount }) => ({ default: DeleteAccount })));

const redirectDelayMs = 1500;

/** `/manage-account`: the same HTML for everybody; who is signed in is asked for by the browser. */
export function ManageAccountPage() {
  const signedIn = useSignedIn();
  const leaving = useRef(false);
  const [goes, setGoes] = useState(false);
  const { data: profile, isError, refetch } = useQuery({ ...ownProfile(), enabled: signedIn && !goes });

  useEffect(() => {
    // Asked of the storage itself: the first paint knows nobody. Signing out in another tab ends this page too.
    if (signedIn || leaving.current || activeKind()) return;
    // As a document, so that nothing of the account stays behind, whoever noticed the end first.
    window.location.replace('/auth/login');
  }, [signedIn]);

  /** The session is over on the server: says so, then loads a document, so that nothing of the account stays behind. */
  async function leave(message: string, target: string) {
    leaving.current = true;
    setGoes(true);
    removeBothTokens();
    clearPurchase();
    clearOrder();
    await showToast('success', message).catch(() => {});
    setTimeout(() => window.location.assign(target), redirectDelayMs);
  }

  async function signOut() {
    setGoes(true);
    try {
      await logoutReader();
      await leave('Goodbye! See you soon.', '/auth/login');
    } catch (cause) {
      console.error(cause);
      setGoes(false);
      showToast('error', 'Failed to logout.').catch(() => {});
    }
  }

  return (
    <div className="wrap pb-16">
      <PageHead title="Your account" />
      <header className="still-head sm:grid-cols-[1fr_auto] sm:items-end">
        <div className="grid gap-1.5">
          <h1 className="headline text-4xl">{profile ? profile.username : 'Your account'}</h1>
          {profile && <p className="dek wrap-anywhere">{profile.email}</p>}
        </div>
        {profile && (
          <p className="flex flex-wrap gap-2">
            {profile.is_admin && (
              <a href="/admin" className={buttonLook({ look: 'quiet' })}>
                Admin area
              </a>
            )}
            <button type="button" disabled={goes} className={buttonLook({ look: 'outline' })} onClick={signOut}>
              Sign out
            </button>
          </p>
        )}
      </header>
      <NoScriptNotice what="Your account" />
      {profile ? (
        <div className="account-parts">
          <div className="grid content-start">
            <SubscriptionBox />
            <Credentials profile={profile} onSaved={() => refetch()} />
            <ChangePassword email={profile.email} hasPassword={profile.has_password} />
            <Sessions onSignedOut={(message) => leave(message, '/auth/login')} />
            <Suspense>
              <DeleteAccount profile={profile} onDeleted={(message) => leave(message, '/')} />
            </Suspense>
          </div>
          <section aria-labelledby="account-newsletter" className="night-box catalogue-sign-up account-newsletter">
            <h2 id="account-newsletter" className="headline text-2xl">
              The newsletter
            </h2>
            <p className="text-night-ink-2">The day’s useful reading, by e-mail.</p>
            <NewsletterForm />
          </section>
        </div>
      ) : isError ? (
        <div className="grid justify-items-start gap-4">
          <p role="alert" className="dek">
            Your account could not be loaded. Check your connection, then try again.
          </p>
          <button type="button" className={buttonLook()} onClick={() => refetch()}>
            Try again
          </button>
        </div>
      ) : (
        <p className="dek needs-script min-h-56">Loading…</p>
      )}
    </div>
  );
}
