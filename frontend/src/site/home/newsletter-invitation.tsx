import { buttonLook } from '../../ui/button-look';

/** The newsletter's place beside Most Recent: an invitation that leads to the catalogue. */
export function NewsletterInvitation() {
  return (
    <aside aria-labelledby="newsletter" className="newsletter">
      <div className="grid justify-items-start gap-4">
        <h2 id="newsletter" className="headline text-2xl">
          A little light in your inbox
        </h2>
        <p className="text-night-ink-2">
          A daily newsletter, and topics from AI to buying guides. Take the ones you like, leave the rest.
        </p>
        <a href="/newsletters" className={buttonLook({ look: 'ember' })}>
          See the newsletters
        </a>
      </div>
      <svg viewBox="0 0 320 200" aria-hidden="true" preserveAspectRatio="xMidYMax slice" className="newsletter-sun">
        <circle cx="160" cy="200" r="190" fill="oklch(80% .15 70 / .08)" />
        <circle cx="160" cy="200" r="142" fill="oklch(80% .15 68 / .13)" />
        <circle cx="160" cy="200" r="98" fill="oklch(78% .16 62 / .3)" />
        <circle cx="160" cy="200" r="60" fill="oklch(76% .17 55)" />
      </svg>
    </aside>
  );
}
