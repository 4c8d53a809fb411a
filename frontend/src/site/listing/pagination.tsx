type PaginationProps = { page: number; pages: number; path: (page: number) => string; label: string };

/** Real links to the pages around this one, the first and the last. */
export function Pagination({ page, pages, path, label }: PaginationProps) {
  if (pages < 2) return null;
  return (
    <nav aria-label={`Pages of ${label}`} className="pagination">
      {page > 1 ? (
        <a href={path(page - 1)} rel="prev">
          ← <span>Newer</span>
        </a>
      ) : (
        <span />
      )}
      <ul>
        {pageNumbers(page, pages).map((number, index) =>
          number === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no name but its place
            <li key={`gap-${index}`} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={number}>
              <a href={path(number)} aria-current={number === page ? 'page' : undefined} aria-label={`Page ${number}`}>
                {number}
              </a>
            </li>
          ),
        )}
      </ul>
      {page < pages ? (
        <a href={path(page + 1)} rel="next">
          <span>Older</span> →
        </a>
      ) : (
        <span />
      )}
    </nav>
  );
}

/** First, last, the current page and its neighbours; null where pages are left out. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages);
  const sorted = [...new Set(wanted)].sort((a, b) => a - b);
  return sorted.flatMap((number, index) => {
    const gap = number - (sorted[index - 1] ?? number - 1);
    if (gap === 2) return [number - 1, number];
    return gap > 2 ? [null, number] : [number];
  });
}
