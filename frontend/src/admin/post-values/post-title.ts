/** The title of a post where it is listed: a draft may have none yet. */
export function titleOf({ title }: { title: string }): string {
  return title || 'Untitled draft';
}
