import { useLocation } from 'react-router';
import { Confirm } from './confirm';
import { Preferences } from './preferences';
import { Unsubscribe } from './unsubscribe';

/** What the newsletter's mailed links open, all in one chunk: most readers never need any of it. */
export function MailedLinkPage() {
  const { pathname } = useLocation();
  switch (pathname) {
    case '/newsletter/preferences':
      return <Preferences />;
    case '/newsletter/unsubscribe':
      return <Unsubscribe />;
    default:
      return <Confirm />;
  }
}
