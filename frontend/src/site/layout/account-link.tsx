import { useSignedIn } from './use-signed-in';

/** Join/Login, or Account once somebody has signed in. */
export function AccountLink({ className }: { className: string }) {
  const signedIn = useSignedIn();
  return signedIn ? (
    <a href="/manage-account" className={className}>
      Account
    </a>
  ) : (
    <a href="/auth/login" className={className}>
      Join/Login
    </a>
  );
}
