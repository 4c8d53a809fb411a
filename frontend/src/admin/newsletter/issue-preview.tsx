import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { Button } from '../../ui/button';
import { cn } from '../../ui/cn';
import { previewQuery } from './api';
import type { IssueValues } from './autosaved-issues';

/** Debounce of the preview after the last key. */
const DEBOUNCE_MS = 700;

const WIDTHS = [
  { label: 'Desktop', className: 'w-full' },
  { label: 'Phone', className: 'w-[23.5rem] max-w-full' },
] as const;

/** The issue as it will look, made by the server that sends it. Nothing in it runs or loads a page. */
export function IssuePreview({ input }: { input: IssueValues }) {
  const id = useId();
  const [width, setWidth] = useState<(typeof WIDTHS)[number]>(WIDTHS[0]);
  const debounced = useDebounced(input);
  const empty = debounced.subject.trim() === '' || debounced.html.trim() === '';
  const { data, isError, isFetching, refetch } = useQuery({ ...previewQuery(debounced), enabled: !empty });
  const html = empty ? undefined : data?.html;
  return (
    <section aria-labelledby={id} className="grid min-w-0 content-start gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-sm font-semibold">
          As it will look
        </h2>
        {/* biome-ignore lint/a11y/useSemanticElements: two buttons, no fields */}
        <div role="group" aria-label="Width of the preview" className="flex gap-1">
          {WIDTHS.map((one) => (
            <Button
              key={one.label}
              look={one === width ? 'ink' : 'outline'}
              size="sm"
              className="min-h-9"
              aria-pressed={one === width}
              onClick={() => setWidth(one)}
            >
              {one.label}
            </Button>
          ))}
        </div>
      </div>
      {empty && (
        <p className="text-sm text-ink-2">With a subject and a text it is shown here as its readers will get it.</p>
      )}
      {isError && !empty && (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-sm font-medium text-danger">
          The preview could not be made.
          <Button look="outline" size="sm" busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {/* Not there before its first document: one that replaces another while that still loads may stay away. */}
      <div className="h-[36rem] rounded-md border border-rule bg-sunk">
        {html && (
          <iframe
            title="Preview of the newsletter"
            sandbox=""
            srcDoc={html}
            aria-busy={isFetching}
            className={cn('mx-auto block h-full border-0 bg-raised', width.className)}
          />
        )}
      </div>
    </section>
  );
}

/** The last input that stood for a moment. */
function useDebounced({ subject, html }: IssueValues): IssueValues {
  const [debounced, setDebounced] = useState<IssueValues>({ subject, html });
  useEffect(() => {
    const timer = setTimeout(() => setDebounced({ subject, html }), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [subject, html]);
  return debounced;
}
