import { type KeyboardEvent, type MouseEvent, useId } from 'react';
import type { LibraryItem } from '../../api/types';
import { Button } from '../../ui/button';
import { cn } from '../../ui/cn';
import { type FocalPoint, focalStyle } from '../../ui/focal-point';
import { ErrorLine } from '../screen/error-line';

const CENTRE: FocalPoint = { x: 50, y: 50 };
const STEP = 2;
const LONG_STEP = 10;

/** How far each key moves the point, in steps. */
const MOVES: Record<string, FocalPoint> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

type FocalPointFieldProps = {
  file: LibraryItem;
  value: FocalPoint | null;
  error?: string;
  onChange: (value: FocalPoint | null) => void;
};

/** Focal point of a picture, or of a video's poster: set by pointing or with the arrow keys, beside what the site crops. */
export function FocalPointField({ file: { picture, width, height }, value, error, onChange }: FocalPointFieldProps) {
  const id = useId();
  if (!picture) return null;
  const point = value ?? CENTRE;

  function pointAt(event: MouseEvent<HTMLElement>) {
    const box = event.currentTarget.getBoundingClientRect();
    onChange({
      x: percent((event.clientX - box.left) / box.width),
      y: percent((event.clientY - box.top) / box.height),
    });
  }

  function move(event: KeyboardEvent) {
    const by = MOVES[event.key];
    if (!by) return;
    event.preventDefault();
    const step = event.shiftKey ? LONG_STEP : STEP;
    onChange({ x: percent((point.x + by.x * step) / 100), y: percent((point.y + by.y * step) / 100) });
  }

  return (
    <div className="@container grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p id={`${id}-label`} className="text-sm font-semibold">
          Focal point
        </p>
        <Button
          look="quiet"
          size="sm"
          className="min-h-9 pointer-coarse:min-h-11"
          disabled={!value}
          onClick={() => onChange(null)}
        >
          Back to the centre
        </Button>
        <p id={`${id}-hint`} className="basis-full text-xs text-ink-3">
          What must stay visible when the picture is cropped. Click it, or use the arrow keys.
        </p>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @lg:grid-cols-[auto_minmax(8rem,1fr)]">
        <div
          role="slider"
          tabIndex={0}
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-hint`}
          aria-roledescription="point in the picture"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={point.x}
          aria-valuetext={`${point.x}% from the left, ${point.y}% from the top`}
          aria-invalid={Boolean(error) || undefined}
          className="relative cursor-crosshair justify-self-start rounded-sm"
          onClick={pointAt}
          onPointerMove={(moved) => {
            if (moved.pointerType === 'mouse' && moved.buttons === 1) pointAt(moved);
          }}
          onKeyDown={move}
        >
          <img
            src={picture.url}
            srcSet={picture.srcset ?? undefined}
            sizes="24rem"
            alt=""
            width={width ?? undefined}
            height={height ?? undefined}
            draggable={false}
            className="h-auto max-h-72 w-auto max-w-full rounded-sm"
          />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute size-7 -translate-1/2 rounded-full border-3 border-night-ink bg-ember/50 outline-2 outline-night"
            style={{ left: `${point.x}%`, top: `${point.y}%` }}
          />
        </div>
        <Crops picture={picture} tall={width !== null && height !== null && height > width} point={value} />
      </div>
      {error && <ErrorLine look="field">{error}</ErrorLine>}
    </div>
  );
}

type CropsProps = { picture: NonNullable<LibraryItem['picture']>; tall: boolean; point: FocalPoint | null };

/** The shapes in which the site shows a cover: `site/styles/post-page.css` and `cards.css`. */
const SHAPES = [
  { name: 'Post page', box: 'aspect-video w-32', isHero: true },
  { name: 'Cards', box: 'aspect-3/2 w-24', isHero: false },
  { name: 'Phones', box: 'aspect-square w-16', isHero: false },
] as const;

function Crops({ picture, tall, point }: CropsProps) {
  return (
    <ul aria-label="How the site crops it" className="flex flex-wrap items-end gap-3 @lg:flex-col @lg:items-start">
      {SHAPES.map(({ name, box, isHero }) => (
        <li key={name} className="grid gap-1">
          <img
            src={picture.url}
            srcSet={picture.srcset ?? undefined}
            sizes="8rem"
            alt=""
            // The page of a post shows a tall picture whole.
            className={cn('rounded-sm bg-sunk', box, isHero && tall ? 'object-contain' : 'object-cover')}
            style={focalStyle(point)}
          />
          <span className="text-xs text-ink-2">{name}</span>
        </li>
      ))}
    </ul>
  );
}

function percent(share: number): number {
  return Math.round(Math.min(Math.max(share, 0), 1) * 100);
}
