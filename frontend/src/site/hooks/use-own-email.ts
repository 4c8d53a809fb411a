import { signedInClaims } from '../../api/tokens';
import { useSignedIn } from './use-signed-in';

/** The address of whoever is signed in: nobody is asked for it twice. None at first paint. */
export function useOwnEmail(): string | undefined {
  return useSignedIn() ? signedInClaims()?.email : undefined;
}
