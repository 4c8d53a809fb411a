import type { ReactNode } from 'react';
import { PageHead } from '../head/page-head';

type AccountFormLayoutProps = {
  title: string;
  dek?: ReactNode;
  children: ReactNode;
  /** What the piece of night says; left out, what an account is for. */
  why?: { title: string; points: readonly string[] };
};

const account = {
  title: 'One account, and it is yours',
  points: [
    'Your subscription, wherever you sign in.',
    'See where you are signed in, and sign out everywhere at once.',
    'Delete it whenever you like. Reading goes on without it.',
  ],
};

/** Around the forms of signing in: the form on paper, beside it a piece of night that says what it is for. */
export function AccountFormLayout({ title, dek, children, why = account }: AccountFormLayoutProps) {
  return (
    <div className="wrap account">
      <PageHead title={title} />
      <div className="account-form">
        <div className="grid gap-2">
          <h1 className="headline text-3xl">{title}</h1>
          {dek && <p className="dek">{dek}</p>}
        </div>
        {children}
      </div>
      <aside aria-labelledby="account-why" className="account-night">
        <div className="grid content-start gap-4 p-8 lg:p-10">
          <h2 id="account-why" className="headline text-2xl">
            {why.title}
          </h2>
          <ul className="account-why">
            {why.points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </div>
        <svg viewBox="0 0 320 200" aria-hidden="true" preserveAspectRatio="xMidYMax slice" className="account-sun">
          <circle cx="160" cy="200" r="190" fill="oklch(80% .15 70 / .08)" />
          <circle cx="160" cy="200" r="142" fill="oklch(80% .15 68 / .13)" />
          <circle cx="160" cy="200" r="98" fill="oklch(78% .16 62 / .3)" />
          <circle cx="160" cy="200" r="60" fill="oklch(76% .17 55)" />
        </svg>
      </aside>
    </div>
  );
}
