import type { ReactNode } from 'react';

/** One subject of the account's page: its name at the left, what can be done at the right. */
export function AccountSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="account-part">
      <h2 id={id} className="headline text-xl">
        {title}
      </h2>
      <div className="grid content-start gap-4">{children}</div>
    </section>
  );
}
