import { useQuery } from '@tanstack/react-query';
import { siteQuery } from './site-query';

/** Half a sun over a horizon, and the publication's name. */
export function Mark() {
  const { data: site } = useQuery(siteQuery);
  return (
    <span className="flex items-end gap-2 font-serif text-xl leading-none font-semibold tracking-tight">
      <svg viewBox="0 0 42 30" fill="none" aria-hidden="true" className="w-8">
        <path d="M5 25a16 16 0 0 1 32 0Z" fill="var(--ember)" />
        <path d="M1 28.5h40" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
      </svg>
      {site?.brand ?? 'Mwanga'}
    </span>
  );
}
