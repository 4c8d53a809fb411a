import { useQuery } from '@tanstack/react-query';
import { CornerDownRight } from 'lucide-react';
import { useRef } from 'react';
import type { AdminPost } from '../../api/types';
import { useCover } from '../post-values/use-cover';
import { postLinksQuery, sameTitleQuery } from './api';
import { type Check, findChecks, isBegun, unclearLinks, writtenExcerpt } from './checks';
import { goToPlace } from './go-to-place';
import { LinkAnswers } from './link-answers';
import { useSettledValues } from './use-settled-values';

/** What should be mended before a post goes out, each with the way to its place. It never keeps anybody from saving. */
export function ChecksPanel({ post }: { post: AdminPost | null }) {
  const panel = useRef<HTMLElement>(null);
  const values = useSettledValues();
  const cover = useCover();
  const titles = useQuery(sameTitleQuery(values.title.trim(), post?.id ?? null));
  const { data: links } = useQuery(postLinksQuery(post?.id ?? null));
  const known = {
    coverAlt: cover.details?.alt,
    sameTitle: titles.data?.data ?? [],
    savedDeals: post?.deal_links ?? [],
    links: links?.data ?? [],
    now: Date.now(),
  };
  const begun = isBegun(values);
  const judged = { ...values, excerpt: writtenExcerpt(values.excerpt, post) };
  const checks = begun ? findChecks(judged, known) : [];
  const unclear = begun ? unclearLinks(values, known) : [];

  function go({ place }: Check) {
    const form = panel.current?.closest('form');
    if (form) goToPlace(form, place);
  }

  return (
    <section
      ref={panel}
      aria-labelledby="checks-title"
      className="grid gap-3 rounded-lg border border-rule bg-raised p-4"
    >
      <h3 id="checks-title" className="text-sm font-semibold">
        Before it goes out
        {checks.length > 0 && <span className="ms-1.5 font-normal text-ink-3 tabular-nums">{checks.length}</span>}
      </h3>
      <p role="status" className={checks.length > 0 ? 'sr-only' : 'text-sm text-ink-2'}>
        {summary(begun, checks.length)}
      </p>
      {checks.length > 0 && <CheckList label="To fix" checks={checks} onGo={go} />}
      {unclear.length > 0 && (
        <div className="grid gap-1 border-t border-rule pt-3">
          <p className="text-xs text-ink-3">Could not be checked. Open these yourself:</p>
          <CheckList label="Could not be checked" checks={unclear} onGo={go} quiet />
        </div>
      )}
      {post && links && <LinkAnswers postId={post.id} links={links} />}
    </section>
  );
}

function summary(begun: boolean, count: number): string {
  if (!begun) return 'As you write, this shows what is still missing.';
  if (count === 0) return 'Nothing to fix.';
  return count === 1 ? '1 thing to fix.' : `${count} things to fix.`;
}

type CheckListProps = { label: string; checks: readonly Check[]; onGo: (check: Check) => void; quiet?: boolean };

function CheckList({ label, checks, onGo, quiet = false }: CheckListProps) {
  return (
    <ul aria-label={label} className="-mx-2">
      {checks.map((check) => (
        <li key={check.id}>
          <button
            type="button"
            onClick={() => onGo(check)}
            className="group flex min-h-9 w-full items-start gap-2 rounded-sm px-2 py-1.5 text-start text-sm hover:bg-sunk pointer-coarse:min-h-11 pointer-coarse:py-2.5"
          >
            <CornerDownRight
              aria-hidden="true"
              className="mt-0.5 size-4 shrink-0 text-ink-3 group-hover:text-ember group-focus-visible:text-ember"
            />
            <span className={quiet ? 'min-w-0 text-ink-2 wrap-anywhere' : 'min-w-0 wrap-anywhere'}>{check.text}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
