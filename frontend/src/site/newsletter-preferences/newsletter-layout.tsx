import type { ReactNode } from 'react';
import { AccountFormLayout } from '../forms/account-form-layout';

const why = {
  title: 'A little light in your inbox',
  points: [
    'No mail before you have confirmed your address.',
    'A link to leave in every issue; it works at once.',
    'Your address is used for the newsletter and for nothing else.',
  ],
};

/** Around the pages that mailed links of the newsletter open. */
export function NewsletterLayout({ title, dek, children }: { title: string; dek?: ReactNode; children: ReactNode }) {
  return (
    <AccountFormLayout title={title} dek={dek} why={why}>
      {children}
    </AccountFormLayout>
  );
}

/** What is done now. */
export function Done({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="rounded-md bg-success-wash px-4 py-3 font-medium text-success">
      {children}
    </p>
  );
}
