/** Stands in for a form where there is no JavaScript. */
export function NoScriptNotice({ what }: { what: string }) {
  return (
    <p className="without-script text-ink-2">{what} needs JavaScript. Everything else here can be read without it.</p>
  );
}
