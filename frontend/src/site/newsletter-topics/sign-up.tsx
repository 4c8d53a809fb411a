import { NewsletterForm } from '../newsletter-sign-up/newsletter-form';

/** Where one signs up. */
export function SignUp(answer: { typed?: string; problem?: string }) {
  return (
    <section aria-labelledby="sign-up" className="night-box catalogue-sign-up">
      <h2 id="sign-up" className="headline text-2xl">
        Sign up
      </h2>
      <p className="text-night-ink-2">
        One address is enough. We ask you to confirm it first, and every issue has a link to leave.
      </p>
      <NewsletterForm {...answer} />
    </section>
  );
}
