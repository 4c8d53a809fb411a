/** What went wrong, above the form. */
export function FormError({ children }: { children?: string }) {
  return (
    // There from the start, so that screen readers notice the words when they come.
    <div role="alert">
      {children && <p className="rounded-md bg-danger-wash px-3 py-2.5 text-sm font-medium text-danger">{children}</p>}
    </div>
  );
}
