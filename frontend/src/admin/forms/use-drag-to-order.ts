import { type CSSProperties, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** How near the edge of the window a drag scrolls it, and by how much each frame, in px. */
const EDGE = 72;
const SCROLL_STEP = 10;

/** Where rows lay when the drag began, from the top of the document. */
type Row = { top: number; height: number };
type Drag = { from: number; to: number; offset: number; step: number };

/**
 * Drag with mouse or finger. Nothing moves in the document until the row is let go: it and the others are only drawn
 * elsewhere, so the pointer stays captured. Escape and a touch that the system takes away leave all as it was.
 */
export function useDragToOrder(list: RefObject<HTMLElement | null>, onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const began = useRef<{ rows: Row[]; from: number; start: number; clientY: number } | null>(null);
  const isDragging = drag !== null;

  function follow() {
    const start = began.current;
    const own = start?.rows[start.from];
    if (!start || !own) return;
    const offset = start.clientY + window.scrollY - start.start;
    const to = placeOf(start.rows, start.from, offset);
    setDrag({ from: start.from, to, offset, step: own.height + gapOf(start.rows) });
  }

  function end(isKept: boolean) {
    const start = began.current;
    began.current = null;
    setDrag(null);
    if (!isKept || !start) return;
    const to = placeOf(start.rows, start.from, start.clientY + window.scrollY - start.start);
    if (to !== start.from) onMove(start.from, to);
  }

  const latest = useRef({ follow, end });
  latest.current = { follow, end };

  useEffect(() => {
    if (!isDragging) return;
    let frame = requestAnimationFrame(function scroll() {
      const y = began.current?.clientY ?? EDGE;
      const step = y < EDGE ? -SCROLL_STEP : y > window.innerHeight - EDGE ? SCROLL_STEP : 0;
      if (step) {
        window.scrollBy(0, step);
        latest.current.follow();
      }
      frame = requestAnimationFrame(scroll);
    });
    const cancel = (key: KeyboardEvent) => key.key === 'Escape' && latest.current.end(false);
    window.addEventListener('keydown', cancel);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('keydown', cancel);
    };
  }, [isDragging]);

  return {
    /** The row that is dragged. */
    dragged: drag?.from ?? null,
    styleOf: (index: number): CSSProperties | undefined =>
      drag ? { translate: `0 ${shiftOf(drag, index)}px` } : undefined,
    handle: (index: number) => ({
      onPointerDown: (pressed: PointerEvent) => {
        if (pressed.button !== 0 || !list.current) return;
        pressed.preventDefault(); // no text is marked
        pressed.currentTarget.setPointerCapture(pressed.pointerId);
        const rows = rowsOf(list.current);
        began.current = { rows, from: index, start: pressed.clientY + window.scrollY, clientY: pressed.clientY };
        follow();
      },
      onPointerMove: (moved: PointerEvent) => {
        if (!began.current) return;
        began.current.clientY = moved.clientY;
        follow();
      },
      onPointerUp: () => end(true),
      onPointerCancel: () => end(false),
    }),
  };
}

/** The place at which a row lands: after each whose middle its own has passed. */
export function placeOf(rows: readonly Row[], from: number, offset: number): number {
  const own = rows[from];
  if (!own) return from;
  const [top, bottom] = [own.top + offset, own.top + own.height + offset];
  const middle = ({ top, height }: Row) => top + height / 2;
  const above = rows.slice(0, from).filter((row) => middle(row) < top).length;
  const below = rows.slice(from + 1).filter((row) => middle(row) < bottom).length;
  return offset < 0 ? above : from + below;
}

/** How far a row is drawn from where it lies. */
function shiftOf({ from, to, offset, step }: Drag, index: number): number {
  if (index === from) return offset;
  if (index > from && index <= to) return -step;
  return index < from && index >= to ? step : 0;
}

function rowsOf(list: HTMLElement): Row[] {
  return [...list.children].map((row) => {
    const { top, height } = row.getBoundingClientRect();
    return { top: top + window.scrollY, height };
  });
}

/** The space between two rows. */
function gapOf([first, second]: readonly Row[]): number {
  return first && second ? second.top - first.top - first.height : 0;
}
