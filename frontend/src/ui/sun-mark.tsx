/** The mark: half a sun over a horizon. */
export function SunMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 42 30" fill="none" aria-hidden="true" className={className}>
      <path d="M5 25a16 16 0 0 1 32 0Z" className="fill-ember" />
      <path d="M1 28.5h40" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
    </svg>
  );
}
