// How every button, and every link that looks like one, looks. Plain tables instead of cva: this is the one part of
// ui/ that the public pages load, and it does not need more.
const base = [
  'inline-flex items-center justify-center gap-2 rounded-full text-center font-semibold leading-tight select-none',
  'cursor-pointer transition-colors disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:opacity-60',
  '[&_svg]:size-[1.15em] [&_svg]:shrink-0',
].join(' ');

/** `ember` is for the one main action of a view. */
const looks = {
  ink: 'bg-ink text-paper hover:bg-ink-2',
  ember: 'bg-ember text-ember-ink hover:bg-ember-hover',
  outline: 'border border-control bg-transparent text-ink hover:bg-sunk',
  quiet: 'bg-transparent text-ink hover:bg-sunk',
  danger: 'bg-danger text-danger-ink hover:opacity-90',
};

const sizes = {
  sm: 'min-h-8 px-3 py-1 text-xs',
  md: 'min-h-11 px-5 py-2 text-sm',
  icon: 'size-11 p-0 text-base',
};

export type ButtonLook = { look?: keyof typeof looks; size?: keyof typeof sizes; className?: string };

export function buttonLook({ look = 'ink', size = 'md', className = '' }: ButtonLook = {}): string {
  return `${base} ${looks[look]} ${sizes[size]} ${className}`;
}
