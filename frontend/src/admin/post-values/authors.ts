type AuthorOption = { value: string; label: string };

/** The author dropdown; the first is the default. */
export function authorOptions(brand: string): AuthorOption[] {
  return [
    { value: 'mwanga_team', label: `${brand} Team`.trim() },
    { value: 'admin', label: 'Admin' },
    { value: 'editor', label: 'Editor' },
    { value: 'contributor', label: 'Contributor' },
    { value: 'guest_writer', label: 'Guest Writer' },
    { value: 'custom', label: 'Custom' },
  ];
}

export const DEFAULT_AUTHOR = 'mwanga_team';

/** These authors are named by hand. */
export function needsAuthorName(author: string): boolean {
  return author === 'guest_writer' || author === 'custom';
}
