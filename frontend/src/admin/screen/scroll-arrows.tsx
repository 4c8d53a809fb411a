import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { cn } from '../../ui/cn';

/** Share of what is seen that a press on an arrow goes on. */
const STEP = 0.75;
/** Zoomed windows round what they tell by less than this. */
const ROUNDING_PX = 2;

type ScrollArrowsProps = {
  row: RefObject<HTMLElement | null>;
  /** What the row stands on, into which it fades. */
  ground: 'sunk' | 'paper';
};

/** Shows at the ends of a row that scrolls where the row goes on. Beside the row, in a box that is placed. */
export function ScrollArrows({ row, ground }: ScrollArrowsProps) {
  const [ends, setEnds] = useState('');

  // After each render, as tools may have come or gone.
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const look = () => setEnds(hiddenEnds(element));
    look();
    const resized = new ResizeObserver(look);
    resized.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', look);
    };
  });

  function scroll(direction: 1 | -1) {
    const element = row.current;
    if (!element) return;
    const sign = getComputedStyle(element).direction === 'rtl' ? -direction : direction;
    element.scrollBy({ left: sign * element.clientWidth * STEP });
  }

  return (
    <>
      {ends.includes('start') && <Arrow end="start" ground={ground} onPress={() => scroll(-1)} />}
      {ends.includes('end') && <Arrow end="end" ground={ground} onPress={() => scroll(1)} />}
    </>
  );
}

function hiddenEnds({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): string {
  const passed = Math.abs(scrollLeft); // negative from right to left
  const ends = [passed > ROUNDING_PX && 'start', scrollWidth - clientWidth - passed > ROUNDING_PX && 'end'];
  return ends.filter(Boolean).join(' ');
}

type ArrowProps = { end: 'start' | 'end'; ground: ScrollArrowsProps['ground']; onPress: () => void };

/** For pointers alone: by keyboard the tools themselves come into view. As high as the row. */
function Arrow({ end, ground, onPress }: ArrowProps) {
  const Icon = end === 'start' ? ChevronLeft : ChevronRight;
  return (
    <button
      type="button"
      aria-hidden="true"
      tabIndex={-1}
      className={cn(
        'absolute top-0 flex h-11 w-12 cursor-pointer items-center from-55% to-transparent text-ink pointer-coarse:h-13',
        ground === 'sunk' ? 'from-sunk' : 'from-paper',
        end === 'start'
          ? 'start-0 justify-start bg-linear-to-r ps-1 rtl:bg-linear-to-l'
          : 'end-0 justify-end bg-linear-to-l pe-1 rtl:bg-linear-to-r',
      )}
      // The focus stays where it is.
      onMouseDown={(pressed) => pressed.preventDefault()}
      onClick={onPress}
    >
      <Icon aria-hidden="true" className="size-5 rtl:rotate-180" />
    </button>
  );
}
