import { useEffect, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { ApiProblem } from '../../api/problem';
import { finishSocialSignIn } from '../../api/queries/account';
import { storeToken } from '../../api/tokens';
import { PageHead } from '../head/page-head';
import { PageMessage } from '../messages/page-message';
import { showToast } from '../messages/show-toast';
import { providerName } from './provider-names';
import { readReturnQuery, returnPath } from './return-path';

type Failure = { title: 'Login failed' | 'OAuth failed'; text: string };

/** `/auth/callback/{provider}`: OAuth redirect target of a provider. */
export function CallbackPage() {
  const { provider = '' } = useParams();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<Failure | null>(null);
  const began = useRef(false);

  useEffect(() => {
    if (began.current) return; // a code is good for one exchange
    began.current = true;
    const fail = (title: Failure['title'], text: string) => {
      setFailure({ title, text });
      showToast('error', title).catch(() => {}); // it stands on the page too
    };
    const sent = new URLSearchParams(window.location.search);
    const [code, state, error] = [sent.get('code'), sent.get('state'), sent.get('error')];
    if (error || !code || !state) return fail('OAuth failed', providerErrorText(error, providerName(provider)));
    finishSocialSignIn(provider, { code, state }).then(
      async ({ token }) => {
        if (!token) return fail('Login failed', 'The answer was not complete. Please try again.');
        storeToken('reader', token);
        showToast('success', 'Logged in successfully!').catch(() => {});
        await navigate(returnPath(readReturnQuery()), { replace: true });
      },
      (cause: unknown) => {
        console.error(cause);
        const isKnown = cause instanceof ApiProblem && (cause.isAnswer || cause.status === 0);
        fail('OAuth failed', isKnown ? cause.error : 'The sign-in could not be finished. Please try again.');
      },
    );
  }, [provider, navigate]);

  if (failure) {
    return (
      <>
        <PageHead title={failure.title} />
        <PageMessage
          title={failure.title}
          text={failure.text}
          action={{ label: 'Back to sign in', href: '/auth/login' }}
        />
      </>
    );
  }
  return (
    <div className="wrap account-message">
      <PageHead title="Signing in" />
      <svg viewBox="0 0 42 30" className="account-rising w-20 needs-script" fill="none" aria-hidden="true">
        <path d="M5 25a16 16 0 0 1 32 0Z" className="fill-ember" />
        <path d="M1 28.5h40" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      </svg>
      <h1 className="headline text-3xl">Completing login...</h1>
      <p className="dek needs-script">One moment: we are asking {providerName(provider)} who you are.</p>
      <p className="dek without-script">Signing in needs JavaScript. Please switch it on and load this page again.</p>
    </div>
  );
}

/** Text of an error code that the provider or the server sent. */
function providerErrorText(error: string | null, name: string): string {
  if (error === 'unavailable') return `Signing in with ${name} is not set up here. Please use your e-mail address.`;
  if (error === 'access_denied' || error?.startsWith('user_cancelled')) {
    return `${name} was not allowed to tell us who you are. Nothing has changed.`;
  }
  return 'The sign-in could not be finished. Please try again.';
}
