import { useId } from 'react';
import type { FrontPageBlock } from '../../api/types';

type Layout = Extract<FrontPageBlock, { kind: 'section' }>['layout'];

type LayoutChoiceProps = { name: string; value: Layout; onChange: (layout: Layout) => void };

/** How the posts of a section lie, each choice drawn small. */
export function LayoutChoice({ name, value, onChange }: LayoutChoiceProps) {
  const group = useId();
  return (
    <fieldset className="mt-1 flex flex-wrap gap-1">
      <legend className="sr-only">Layout of {name}</legend>
      {layouts.map(({ layout, label, drawing }) => (
        <label
          key={layout}
          className="relative grid min-h-11 w-14 sm:w-16 cursor-pointer justify-items-center gap-1 rounded-md border border-rule px-1 py-1.5 text-xs text-ink-2 hover:border-control has-checked:border-ember has-checked:bg-sunk has-checked:font-semibold has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={group}
            className="absolute inset-0 cursor-pointer opacity-0"
            checked={layout === value}
            onChange={() => onChange(layout)}
          />
          <svg viewBox="0 0 40 24" aria-hidden="true" className="h-6 w-10 fill-current">
            {drawing}
          </svg>
          {label}
        </label>
      ))}
    </fieldset>
  );
}

/** Boxes are pictures, bars are words. */
const box = (x: number, y: number, width: number, height: number) => (
  <rect key={`${x} ${y}`} x={x} y={y} width={width} height={height} rx="1" opacity=".8" />
);
const bar = (x: number, y: number, width: number) => (
  <rect key={`${x} ${y}`} x={x} y={y} width={width} height="1.6" rx=".8" opacity=".55" />
);

const layouts: { layout: Layout; label: string; drawing: React.ReactNode }[] = [
  {
    layout: 'auto',
    label: 'Auto',
    drawing: [box(4, 2, 14, 9), box(22, 2, 6, 4), box(30, 2, 6, 4), bar(22, 9, 14), bar(4, 14, 32), bar(4, 18, 24)],
  },
  {
    layout: 'feature',
    label: 'Feature',
    drawing: [
      box(2, 2, 19, 13),
      bar(2, 18, 19),
      bar(2, 21, 12),
      ...[3, 10, 17].flatMap((y) => [bar(25, y, 8), bar(25, y + 2.6, 6), box(35, y - 0.5, 4, 4)]),
    ],
  },
  {
    layout: 'rows',
    label: 'Rows',
    drawing: [box(2, 2, 9, 7), bar(14, 3, 22), bar(14, 6, 16), bar(2, 13, 34), bar(2, 17, 28), bar(2, 21, 32)],
  },
  {
    layout: 'grid',
    label: 'Grid',
    drawing: [2, 13].flatMap((y) =>
      [2, 21].flatMap((x) => [box(x, y, 7, 8), bar(x + 9, y + 1, 8), bar(x + 9, y + 4, 6)]),
    ),
  },
  {
    layout: 'strip',
    label: 'Strip',
    drawing: [2, 11.5, 21, 30.5].flatMap((x) => [box(x, 3, 7.5, 9), bar(x, 15, 7.5), bar(x, 18, 5)]),
  },
];
