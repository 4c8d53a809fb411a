import { Confirm } from './confirm';

/** What the newsletter's mailed links open, all in one chunk: most readers never need any of it. */
export function MailedLinkPage() {
  return <Confirm />;
}
