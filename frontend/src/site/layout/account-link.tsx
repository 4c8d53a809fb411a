import { buttonLook } from '../../ui/button-look';
import { useSignedIn } from '../hooks/use-signed-in';
import { Icon } from '../icons';

/** Join/Login, or Account once somebody has signed in. On phones an icon of this name. */
export function AccountLink() {
  const [label, href] = useSignedIn() ? ['Account', '/manage-account'] : ['Join/Login', '/auth/login'];
  return (
    <a href={href} className={`${buttonLook({ look: 'quiet' })} max-md:w-9 max-md:px-0 max-md:text-base md:min-w-28`}>
      <Icon name="account" className="md:hidden" />
      <span className="max-md:sr-only">{label}</span>
    </a>
  );
}
