import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { SavedDraft } from '../../api/types';
import { Button } from '../../ui/button';
import { reloadEmailLogs } from '../calls/email-logs';
import { draftQuery, issuesQuery } from '../calls/newsletter';
import { limitsFrom, uploadConfigQuery } from '../media/upload-config';
import { ScreenTitle } from '../screen/screen-title';
import { ComposeForm } from './compose-form';
import { IssueCard } from './issue-card';
import { IssueList } from './issue-list';
import { ScheduleForm } from './schedule-form';

/** `/admin/newsletter`: write an issue, send it, follow it. The address holds the issue that is looked at. */
export function NewsletterPage() {
  const client = useQueryClient();
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1);
  const looked = Math.trunc(Number(params.get('issue'))) || null;
  const draft = useQuery(draftQuery);
  /** The saved draft that is in the form; each one that is opened has a form of its own. */
  const [opened, setOpened] = useState<{ draft: SavedDraft | null; count: number }>({ draft: null, count: 0 });
  const { data: uploadConfig } = useQuery(uploadConfigQuery);
  const newest = useQuery(issuesQuery(1));
  const open = newest.data?.data.filter(({ status }) => ['waiting', 'sending', 'paused'].includes(status)) ?? [];
  const cards = [...new Set([...(looked === null ? [] : [looked]), ...open.map(({ id }) => id)])];
  const top = useRef<HTMLHeadingElement>(null);

  function show(next: { page: number; issue: number | null }) {
    setParams(
      { ...(next.page > 1 && { page: String(next.page) }), ...(next.issue !== null && { issue: String(next.issue) }) },
      { preventScrollReset: true },
    );
  }

  function look(issue: number) {
    show({ page, issue });
    goToTop();
  }

  /** A saved draft, or a new newsletter of what is newest. */
  function write(saved: SavedDraft | null) {
    setOpened(({ count }) => ({ draft: saved, count: count + 1 }));
    if (!saved) void client.resetQueries(draftQuery);
  }

  function goToTop() {
    window.scrollTo({ top: 0 });
    top.current?.focus({ preventScroll: true });
  }

  // The screen opens with what is asked of it: its heading takes the focus.
  useEffect(() => top.current?.focus({ preventScroll: true }), []);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <ScreenTitle ref={top} tabIndex={-1}>
        Newsletter
      </ScreenTitle>
      {cards.map((id) => (
        <IssueCard key={id} id={id} onClose={id === looked ? () => show({ page, issue: null }) : undefined} />
      ))}
      {draft.data ? (
        <ComposeForm
          key={`${draft.dataUpdatedAt} ${opened.count}`}
          digest={draft.data}
          opened={opened.draft}
          onOpen={write}
          limits={limitsFrom(uploadConfig)}
          onSent={({ id }) => look(id)}
          onStarted={() => {
            write(null);
            void reloadEmailLogs(client);
          }}
        />
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <p role={draft.isError ? 'alert' : 'status'} className="text-sm text-ink-2">
            {draft.isError ? 'Failed to load what is new.' : 'Loading...'}
          </p>
          {draft.isError && (
            <Button look="outline" size="sm" busy={draft.isFetching} onClick={() => void draft.refetch()}>
              Try again
            </Button>
          )}
        </div>
      )}
      <IssueList page={page} onPage={(next) => show({ page: next, issue: looked })} onOpen={look} />
      <ScheduleForm />
    </div>
  );
}
