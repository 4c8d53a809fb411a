import type { ReactNode } from 'react';
import { buttonLook } from '../../ui/button-look';

type PageMessageProps = {
  title: string;
  /** Why, as large as the title. */
  reason?: string | false;
  text?: ReactNode;
  action?: { label: string; href: string };
  /** The action loads the same page again by a document load. */
  reload?: boolean;
};

/** A page that has nothing else to show: what happened, and what to do next. */
export function PageMessage({ title, reason, text, action, reload = false }: PageMessageProps) {
  return (
    <div className="wrap grid justify-items-start gap-5 py-16 lg:py-24">
      <svg viewBox="0 0 42 30" className="w-16 text-ink-3" fill="none" aria-hidden="true">
        <path d="M5 25a16 16 0 0 1 32 0" stroke="currentColor" strokeWidth="1.6" strokeDasharray="2.5 2.5" />
        <path d="M1 28.5h40" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
      </svg>
      <h1 className="headline max-w-[22em] text-2xl">{title}</h1>
      {reason && <p className="headline -mt-4 max-w-[22em] text-2xl">{reason}</p>}
      {text && <p className="dek max-w-[40em]">{text}</p>}
      {action && (
        <a href={action.href} className={buttonLook()} target={reload ? '_top' : undefined}>
          {action.label}
        </a>
      )}
    </div>
  );
}
