import type { SocialProvider } from '../../api/types';
import { buttonLook } from '../../ui/button-look';
import { providerNames } from './provider-names';
import { saveReturnQuery } from './return-path';

const signs: Record<SocialProvider, string> = { google: 'G', facebook: 'f', linkedin: 'in' };

/** The ways to sign in without a password of ours. Document loads: the server sends the browser on. */
export function SocialLinks() {
  return (
    <ul className="needs-script grid gap-2.5">
      {(Object.keys(providerNames) as SocialProvider[]).map((id) => (
        <li key={id}>
          <a
            href={`/api/auth/login/${id}`}
            rel="nofollow"
            onClick={() => saveReturnQuery(window.location.search)}
            className={`${buttonLook({ look: 'outline' })} w-full bg-raised`}
          >
            <span aria-hidden="true" className="account-sign">
              {signs[id]}
            </span>{' '}
            Continue with {providerNames[id]}
          </a>
        </li>
      ))}
    </ul>
  );
}
