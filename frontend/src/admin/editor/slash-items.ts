import type { ChainedCommands } from '@tiptap/core';
import {
  FileCode,
  Film,
  Heading2,
  Heading3,
  ImageIcon,
  Images,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Quote,
  Scale,
  SquarePlay,
  Star,
  Superscript,
  Table,
  TextQuote,
} from 'lucide-react';
import { placeComparison } from './deal-comparison';

/** What the tools of the editor open. */
export type EditorActions = {
  link: () => void;
  embed: () => void;
  pickImage: () => void;
  pickVideo: () => void;
  library: () => void;
  footnote: () => void;
  review: () => void;
  find: () => void;
};

export type SlashItem = {
  name: string;
  /** Other words that it is found by. */
  words?: string;
  icon: LucideIcon;
  /** What it makes of the paragraph, in the step that takes the typed words out. */
  apply?: (chain: ChainedCommands) => ChainedCommands;
  /** What it opens. */
  open?: keyof EditorActions;
};

const textItems: SlashItem[] = [
  { name: 'Heading 2', words: 'title section', icon: Heading2, apply: (chain) => chain.setHeading({ level: 2 }) },
  { name: 'Heading 3', words: 'title section', icon: Heading3, apply: (chain) => chain.setHeading({ level: 3 }) },
  { name: 'List', words: 'bullets', icon: List, apply: (chain) => chain.toggleBulletList() },
  { name: 'Numbered list', words: 'ordered', icon: ListOrdered, apply: (chain) => chain.toggleOrderedList() },
  { name: 'Quote', words: 'blockquote', icon: Quote, apply: (chain) => chain.setBlockquote() },
  {
    name: 'Table',
    words: 'rows columns',
    icon: Table,
    apply: (chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
  },
  { name: 'Rule', words: 'line divider hr', icon: Minus, apply: (chain) => chain.setHorizontalRule() },
  { name: 'Picture', words: 'image photo upload', icon: ImageIcon, open: 'pickImage' },
  { name: 'Video', words: 'film upload', icon: Film, open: 'pickVideo' },
  { name: 'From the library', words: 'media picture image video', icon: Images, open: 'library' },
  { name: 'Link card', words: 'embed youtube vimeo x soundcloud', icon: SquarePlay, open: 'embed' },
  { name: 'Code block', words: 'listing', icon: FileCode, apply: (chain) => chain.setCodeBlock() },
];

const postItems: SlashItem[] = [
  { name: 'Pull quote', words: 'large', icon: TextQuote, apply: (chain) => chain.wrapIn('pullQuote') },
  { name: 'Footnote', words: 'note source reference', icon: Superscript, open: 'footnote' },
  { name: 'Review box', words: 'score rating pros cons verdict', icon: Star, open: 'review' },
];

const dealItems: SlashItem[] = [
  { name: 'Comparison of deals', words: 'table products prices shops', icon: Scale, apply: placeComparison },
];

/** What the menu offers, in its order. Only posts have deals. */
export function slashItems(pageBlocks: boolean, hasDeals: boolean): SlashItem[] {
  if (pageBlocks) return textItems;
  const afterQuote = textItems.findIndex((item) => item.name === 'Quote') + 1;
  const [pullQuote, ...others] = postItems;
  return [
    ...textItems.slice(0, afterQuote),
    ...(pullQuote ? [pullQuote] : []),
    ...textItems.slice(afterQuote),
    ...others,
    ...(hasDeals ? dealItems : []),
  ];
}

/** Those with a word that begins with what is typed, names before other words. */
export function matchingItems(items: readonly SlashItem[], typed: string): SlashItem[] {
  const sought = typed.trim().toLowerCase();
  const begins = (text: string) => ` ${text.toLowerCase()}`.includes(` ${sought}`);
  const byName = items.filter((item) => begins(item.name));
  return [...byName, ...items.filter((item) => !byName.includes(item) && begins(item.words ?? ''))];
}
