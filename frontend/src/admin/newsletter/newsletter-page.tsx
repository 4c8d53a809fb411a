import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { SavedDraft } from '../../api/types';
import { Button } from '../../ui/button';
import { reloadEmailLogs } from '../calls/email-logs';
import { draftQuery, issuesQuery } from '../calls/newsletter';
import { limitsFrom, uploadConfigQuery } from '../media/upload-config';
import { ScreenTabs } from '../screen/screen-tabs';
import { ScreenTitle } from '../screen/screen-title';
import { TabPanel } from '../screen/tab-panel';
import { ComposeForm } from './compose-form';
import { IssueCard } from './issue-card';
import { isScheduled } from './issue-labels';
import { IssueList } from './issue-list';
import { ScheduleForm } from './schedule-form';

const TABS = { write: 'Write', sent: 'Sent', daily: 'Daily' } as const;
type Tab = keyof typeof TABS;

/** The tab that the address names; of an issue or of a page of the list it is Sent. */
function tabOf(params: URLSearchParams): Tab {
  const named = params.get('tab');
  if (named !== null && Object.hasOwn(TABS, named)) return named as Tab;
  return params.has('issue') || params.has('page') ? 'sent' : 'write';
}

/** `/admin/newsletter`: write an issue, follow it, schedule the daily one. The address holds what is looked at. */
export function NewsletterPage() {
  const [params, setParams] = useSearchParams();
  const tab = tabOf(params);
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1);
  const looked = Math.trunc(Number(params.get('issue'))) || null;
  const top = useRef<HTMLHeadingElement>(null);

  function show(next: { tab: Tab; page?: number; issue?: number | null }) {
    const { tab: name, page: at = 1, issue = null } = next;
    setParams(
      { tab: name, ...(at > 1 && { page: String(at) }), ...(issue !== null && { issue: String(issue) }) },
      { preventScrollReset: true },
    );
  }

  function look(at: Tab, issue: number) {
    show({ tab: at, page: at === 'sent' ? page : 1, issue });
    window.scrollTo({ top: 0 });
    top.current?.focus({ preventScroll: true });
  }

  // The screen opens with what is asked of it: its heading takes the focus.
  useEffect(() => top.current?.focus({ preventScroll: true }), []);

  const close = (at: Tab) => () => show({ tab: at, page });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <div>
        <ScreenTitle ref={top} tabIndex={-1}>
          Newsletter
        </ScreenTitle>
        <ScreenTabs
          label="Newsletter"
          current={tab}
          tabs={(Object.keys(TABS) as Tab[]).map((name) => ({ name, title: TABS[name], to: `?tab=${name}` }))}
          className="-mx-4 mt-3 px-2 sm:mx-0 sm:px-0"
        />
      </div>
      <TabPanel isCurrent={tab === 'write'} className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <Writing
          looked={tab === 'write' ? looked : null}
          onClose={close('write')}
          onSent={(id, scheduled) => look(scheduled ? 'sent' : 'write', id)}
        />
      </TabPanel>
      <TabPanel isCurrent={tab === 'sent'} className="grid grid-cols-[minmax(0,1fr)] gap-8">
        {looked !== null && <IssueCard id={looked} onClose={close('sent')} />}
        <IssueList
          page={page}
          onPage={(next) => show({ tab: 'sent', page: next, issue: looked })}
          onOpen={(id) => look('sent', id)}
        />
      </TabPanel>
      <TabPanel isCurrent={tab === 'daily'}>
        <ScheduleForm />
      </TabPanel>
    </div>
  );
}

type WritingProps = {
  /** The issue that was sent from here and is followed. */
  looked: number | null;
  onClose: () => void;
  onSent: (issue: number, scheduled: boolean) => void;
};

/** What needs somebody: issues that go out now or are paused, drafts, and the form. */
function Writing({ looked, onClose, onSent }: WritingProps) {
  const client = useQueryClient();
  const draft = useQuery(draftQuery);
  /** The saved draft that is in the form; each one that is opened has a form of its own. */
  const [opened, setOpened] = useState<{ draft: SavedDraft | null; count: number }>({ draft: null, count: 0 });
  const { data: uploadConfig } = useQuery(uploadConfigQuery);
  const newest = useQuery(issuesQuery(1));
  const open =
    newest.data?.data.filter(
      (issue) => ['waiting', 'sending', 'paused'].includes(issue.status) && !isScheduled(issue),
    ) ?? [];
  const cards = [...new Set([...(looked === null ? [] : [looked]), ...open.map(({ id }) => id)])];

  /** A saved draft, or a new newsletter of what is newest. */
  function write(saved: SavedDraft | null) {
    setOpened(({ count }) => ({ draft: saved, count: count + 1 }));
    if (!saved) void client.resetQueries(draftQuery);
  }

  return (
    <>
      {cards.map((id) => (
        <IssueCard key={id} id={id} onClose={id === looked ? onClose : undefined} />
      ))}
      {draft.data ? (
        <ComposeForm
          key={`${draft.dataUpdatedAt} ${opened.count}`}
          digest={draft.data}
          opened={opened.draft}
          onOpen={write}
          limits={limitsFrom(uploadConfig)}
          onSent={({ id }, scheduled) => {
            onSent(id, scheduled);
            if (scheduled) write(null);
          }}
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
    </>
  );
}
