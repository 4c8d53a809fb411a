import { Button } from '../../ui/button';

type ListPagesProps = {
  /** What the pages are of: "e-mails". */
  of: string;
  /** The key this page begins after; empty on the first one. */
  after: string;
  /** The key of the page that follows; none on the last one. */
  next: string | null | undefined;
  /** Goes to the page after a key; to the first one without. */
  onGo: (after?: string) => void;
};

/** The way through a long list that is paged by key; nothing where it is one page. */
export function ListPages({ of, after, next, onGo }: ListPagesProps) {
  if (!after && !next) return null;
  return (
    <nav aria-label={`Pages of ${of}`} className="flex gap-3">
      <Button look="outline" disabled={!after} onClick={() => onGo()}>
        First page
      </Button>
      <Button look="outline" disabled={!next} onClick={() => onGo(next ?? '')}>
        Next page
      </Button>
    </nav>
  );
}
