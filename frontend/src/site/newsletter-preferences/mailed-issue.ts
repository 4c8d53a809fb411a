/** The issue whose link was followed, for its report; none where the address names none. */
export function mailedIssue(): number | undefined {
  const issue = new URLSearchParams(window.location.search).get('issue') ?? '';
  return /^\d{1,15}$/.test(issue) ? Number(issue) : undefined;
}
