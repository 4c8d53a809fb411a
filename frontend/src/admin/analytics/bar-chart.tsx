import { useEffect, useRef, useState } from 'react';
import { axisTicks, formatCount } from '../numbers';

type Bar = { label: string; value: number };

/** The box of Clicks Analytics, in pixels. */
const HEIGHT = 400;
const MARGIN = { top: 12, right: 4, bottom: 32, left: 48 };
const LABEL_WIDTH = 64;

/**
 * Blue bars over labels, as wide as there is room. Drawn for the eye alone: the numbers stand in a table beside it, so
 * the drawing is one picture with a name to everybody else.
 */
export function BarChart({ bars, name }: { bars: Bar[]; name: string }) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [pointed, setPointed] = useState<number | null>(null);

  const steps = axisTicks(Math.max(...bars.map(({ value }) => value)));
  const top = steps.at(-1) ?? 1;
  const inner = { width: width - MARGIN.left - MARGIN.right, height: HEIGHT - MARGIN.top - MARGIN.bottom };
  const y = (value: number) => MARGIN.top + inner.height * (1 - value / top);
  const slot = inner.width / bars.length;
  const thick = Math.max(1, Math.min(slot * 0.72, 56));
  const everyNth = Math.max(1, Math.ceil(LABEL_WIDTH / slot));
  const told = pointed === null ? null : bars[pointed];

  return (
    <div ref={box} className="relative h-[400px] w-full min-w-0 overflow-hidden" data-testid="chart-box">
      <svg role="img" aria-label={name} width={width} height={HEIGHT} className="block font-sans text-xs">
        {steps.map((step) => (
          <g key={step}>
            <line
              x1={MARGIN.left}
              x2={width - MARGIN.right}
              y1={y(step)}
              y2={y(step)}
              stroke={step === 0 ? 'var(--control)' : 'var(--rule)'}
            />
            <text x={MARGIN.left - 8} y={y(step)} dy="0.32em" textAnchor="end" fill="var(--ink-3)">
              {formatCount(step)}
            </text>
          </g>
        ))}
        {bars.map(({ label, value }, place) => {
          const middle = MARGIN.left + slot * (place + 0.5);
          return (
            <g key={label}>
              {value > 0 && (
                <rect
                  className="chart-bar"
                  x={middle - thick / 2}
                  y={y(value)}
                  width={thick}
                  height={Math.max(1, y(0) - y(value))}
                  fill="var(--c-tech)"
                  fillOpacity={pointed === place ? 0.9 : 0.6}
                  stroke="var(--c-tech)"
                  strokeWidth={1}
                />
              )}
              {place % everyNth === 0 && (
                <text x={Math.min(middle, width - 24)} y={HEIGHT - 10} textAnchor="middle" fill="var(--ink-3)">
                  {label}
                </text>
              )}
              <rect
                x={middle - slot / 2}
                y={MARGIN.top}
                width={slot}
                height={inner.height}
                fill="transparent"
                onPointerEnter={() => setPointed(place)}
                onPointerLeave={() => setPointed(null)}
              />
            </g>
          );
        })}
      </svg>
      {told && pointed !== null && (
        <p
          aria-hidden="true"
          className="pointer-events-none absolute top-2 -translate-x-1/2 rounded-md border border-rule bg-raised px-2.5 py-1.5 text-xs whitespace-nowrap shadow-float"
          style={{ left: Math.min(Math.max(MARGIN.left + slot * (pointed + 0.5), 64), width - 64) }}
        >
          {told.label}: <strong>{formatCount(told.value)}</strong>
        </p>
      )}
    </div>
  );
}

/** How wide an element is drawn, in pixels. */
function useWidth(element: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(640);
  useEffect(() => {
    const watched = element.current;
    if (!watched || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.floor(entry.contentRect.width));
    });
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
