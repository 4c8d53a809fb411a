/** What is typed of a mention at the end of `text`: the letters after "@"; null where none is begun. */
export function mentionBegun(text: string): string | null {
  return /(?:^|\s)@([^@\n]{0,60})$/.exec(text)?.[1] ?? null;
}

/** `text` with the mention at its end completed. */
export function withMention(text: string, username: string): string {
  return `${text.slice(0, text.lastIndexOf('@'))}@${username} `;
}

/** Names that begin as `typed`, in any case: five at most. */
export function matchingNames(names: readonly string[], typed: string): string[] {
  const start = typed.toLowerCase();
  return names.filter((name) => name.toLowerCase().startsWith(start)).slice(0, 5);
}
