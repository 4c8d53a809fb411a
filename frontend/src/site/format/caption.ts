/** What is said of a picture or video: its caption, and who made it. */
type Described = { kind: 'image' | 'video' | 'captions'; caption: string; credit: string };

/** "The market opens at five. Photo: Amina Otieno"; empty where neither is known. */
export function captionWithCredit({ kind, caption, credit }: Described): string {
  const by = credit && `${kind === 'video' ? 'Video' : 'Photo'}: ${credit}`;
  if (!caption || !by) return caption || by;
  return `${caption}${/[.!?…]["”’')]*$/.test(caption) ? '' : '.'} ${by}`;
}
