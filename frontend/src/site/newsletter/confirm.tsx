import { useState } from 'react';
import { confirmNewsletter } from '../../api/queries/newsletter-links';
import { buttonLook } from '../../ui/button-look';
import { FormError } from '../account/form-error';
import { useMailedCode } from '../account/use-mailed-code';
import { useSending } from '../account/use-sending';
import { Done, NewsletterFrame } from './newsletter-frame';

/** `/newsletter/confirm`: a button, because programs that scan mail follow its links. */
export function Confirm() {
  const code = useMailedCode();
  const [done, setDone] = useState<string | null>(null);
  const { busy, error, onSubmit } = useSending(async () => {
    const { message } = await confirmNewsletter(code ?? '');
    setDone(message || "You're now subscribed!");
  }, 'Subscription failed.');
  return (
    <NewsletterFrame
      title="Confirm your newsletter"
      dek="One press, so that nobody signs up with somebody else’s address."
    >
      {done ? (
        <div className="grid gap-4">
          <Done>{done}</Done>
          <p>
            <a href="/" className={buttonLook({ look: 'ember' })}>
              Start reading
            </a>
          </p>
        </div>
      ) : (
        // Without a script the form is posted to its own address, which holds the code.
        <form method="post" onSubmit={onSubmit} className="grid gap-4">
          <FormError>{error}</FormError>
          {error && (
            <p className="text-sm text-ink-2">
              You can{' '}
              <a href="/newsletters" className="underline">
                sign up again
              </a>{' '}
              and get a new link.
            </p>
          )}
          <p>
            <button type="submit" disabled={busy} className={buttonLook({ look: 'ember' })}>
              {busy ? 'Processing...' : 'Confirm my subscription'}
            </button>
          </p>
        </form>
      )}
    </NewsletterFrame>
  );
}
