import { copyText } from '../../ui/copy-text';
import { showToast } from '../messages/show-toast';
import { shareTargets } from './share-targets';

type ShareRowProps = { url: string; title: string; image: string | null; heading?: string; headingId?: string };

/** Eight ways to send a post on, and its link to take along. */
export function ShareRow({ url, title, image, heading = 'Share this post', headingId = 'share' }: ShareRowProps) {
  const copy = async () => {
    const copied = await copyText(url);
    if (copied) await showToast('success', 'Link copied to clipboard!');
    else await showToast('error', 'The link could not be copied. Copy it from the address bar.');
  };
  return (
    <section aria-labelledby={headingId} className="share no-print">
      <h2 id={headingId}>{heading}</h2>
      <ul className="chips">
        {shareTargets({ url, title, image }).map(({ name, method, href }) => (
          <li key={name}>
            <a
              href={href}
              data-method={method}
              {...(href.startsWith('mailto:') ? {} : { target: '_blank', rel: 'noopener nofollow' })}
              aria-label={`Share ${name === 'E-mail' ? 'by' : 'on'} ${name}`}
            >
              {name}
            </a>
          </li>
        ))}
        <li className="needs-script">
          <button type="button" data-method="copy_link" onClick={() => void copy().catch(() => {})}>
            Copy Link
          </button>
        </li>
      </ul>
    </section>
  );
}
