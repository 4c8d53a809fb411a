import type { FrontPageBlock } from '../../api/types';

export type FixedKind = Exclude<FrontPageBlock['kind'], 'section'>;

/** What blocks are called that stand on home once, in the order of the list to add from. */
export const fixedBlocks: Record<FixedKind, { name: string; text: string }> = {
  picks: { name: "Today's Picks", text: 'The posts chosen for today, large; without them the newest.' },
  recent: { name: 'Most Recent', text: 'The newest posts of categories that are news.' },
  newsletter: { name: 'Newsletter', text: 'The sign-up. Directly after Most Recent it is shown beside it.' },
  sections: { name: 'All other sections', text: 'Every category on home that has no block of its own.' },
  sponsored: { name: 'Sponsored', text: 'Three paid posts, marked as such.' },
  most_read: { name: 'Most Read', text: 'The five posts that were read most in the last seven days.' },
};

/** A section goes by the address of its category. */
export function blockName(block: FrontPageBlock): string {
  return block.kind === 'section' ? `Section ${block.category}` : fixedBlocks[block.kind].name;
}

/** The same for one block wherever it stands: each is there once. */
export function blockKey(block: FrontPageBlock): string {
  return block.kind === 'section' ? `section ${block.category}` : block.kind;
}
