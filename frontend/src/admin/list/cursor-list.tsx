import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button';
import { ErrorLine } from '../screen/error-line';

/** A page of a list with the cursor of the one that follows; none on the last one. */
type CursorPage = { data: readonly unknown[]; next?: string | null };

type CursorListProps<Page extends CursorPage> = {
  query: UseQueryResult<Page>;
  /** What the pages are of: "e-mails". */
  of: string;
  /** What is said when nothing could be loaded. */
  failure: string;
  /** The cursor this page begins after; empty on the first one. */
  after: string;
  /** Goes to the page after a cursor; to the first one without. */
  onGo: (after?: string) => void;
  onRetry: () => void;
  summary: (page: Page) => string;
  /** Draws the rows, where there are any. */
  children: (rows: Page['data']) => ReactNode;
};

/**
 * Cursor pagination: a page of a long list with what is said of it, the way on, and what stands there when it fails.
 */
export function CursorList<Page extends CursorPage>({
  query: { data, error, isPending, isFetching },
  of,
  failure,
  after,
  onGo,
  onRetry,
  summary,
  children,
}: CursorListProps<Page>) {
  if (error)
    return (
      <ErrorLine busy={isFetching} onRetry={onRetry}>
        {failure}
      </ErrorLine>
    );
  return (
    <>
      <p role="status" className="text-sm text-ink-2">
        {isPending ? 'Loading...' : summary(data)}
      </p>
      {data && data.data.length > 0 && children(data.data)}
      {data && (after || data.next) && (
        <nav aria-label={`Pages of ${of}`} className="flex gap-3">
          <Button look="outline" disabled={!after} onClick={() => onGo()}>
            First page
          </Button>
          <Button look="outline" disabled={!data.next} onClick={() => onGo(data.next ?? '')}>
            Next page
          </Button>
        </nav>
      )}
    </>
  );
}
