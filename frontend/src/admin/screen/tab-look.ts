/** The look of a tab, underlined where it is the current one. */
export const tabLook =
  'flex min-h-11 items-center border-b-2 border-transparent px-2 text-sm font-semibold whitespace-nowrap text-ink-2 hover:text-ink aria-[current]:border-ember aria-[current]:text-ink';
