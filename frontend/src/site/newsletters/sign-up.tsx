import type { Site } from '../../api/types';
import { buttonLook } from '../../ui/button-look';
import { mailHref } from '../still/contact-addresses';

/** Where one signs up. The shared form of `site/newsletter/` takes the place of the mail link. */
export function SignUp({ site }: { site: Site }) {
  return (
    <section aria-labelledby="sign-up" className="night-box catalogue-sign-up">
      <h2 id="sign-up" className="headline text-2xl">
        Sign up
      </h2>
      <p className="text-night-ink-2">
        One address is enough. We ask you to confirm it first, and every issue has a link to leave.
      </p>
      <p>
        <a
          href={site.contact_email ? mailHref(site.contact_email, 'Newsletter') : '/contact'}
          className={buttonLook({ look: 'ember' })}
        >
          Ask for the newsletter
        </a>
      </p>
    </section>
  );
}
