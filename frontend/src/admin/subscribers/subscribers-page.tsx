import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { ApiProblem } from '../../api/problem';
import type { Subscriber, SubscriberList } from '../../api/types';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { CsvButton } from '../csv/csv-button';
import { AddressFilterForm, FilterSelect } from '../list/address-filter-form';
import { CursorList } from '../list/cursor-list';
import { useListFilter } from '../list/use-list-filter';
import { ErrorLine } from '../screen/error-line';
import { ScreenTitle } from '../screen/screen-title';
import { liftSuppression, reloadSubscribers, SUBSCRIBERS_CSV, type SubscriberFilter, subscribersQuery } from './api';
import { SUBSCRIBER_STATUSES } from './subscriber-labels';
import { SubscriberTable } from './subscriber-table';

/** `/admin/subscribers`: who gets newsletters, and whose mail server refused them. For administrators. */
export function SubscribersPage() {
  const client = useQueryClient();
  const { filter, filtered, after, go } = useListFilter(['q', 'status']);
  const query = useQuery(subscribersQuery(filter as SubscriberFilter, after));
  const [asked, setAsked] = useState<Subscriber | null>(null);
  const lift = useMutation({
    mutationFn: liftSuppression,
    onSuccess: ({ email }) => toast.success(`Newsletters go to ${email} again.`),
    onError: (cause) => {
      console.error(cause);
      toast.error(cause instanceof ApiProblem ? cause.error : 'Failed to allow newsletters again');
    },
    onSettled: () => reloadSubscribers(client),
  });
  const refused = query.error instanceof ApiProblem && query.error.status === 403 ? query.error : null;

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <ScreenTitle>Subscribers</ScreenTitle>
        {!refused && <CsvButton path={SUBSCRIBERS_CSV} of="all subscribers" />}
      </div>
      {refused ? (
        <ErrorLine look="refusal">{refused.error}</ErrorLine>
      ) : (
        <>
          <AddressFilterForm q={filter.q} onSearch={(q) => go({ q })}>
            <FilterSelect
              label="Status"
              className="sm:w-40"
              value={filter.status}
              options={Object.entries(SUBSCRIBER_STATUSES).map(([value, { label }]) => [value, label])}
              onChoose={(status) => go({ status })}
            />
          </AddressFilterForm>
          <CursorList
            query={query}
            of="subscribers"
            failure="Failed to load subscribers"
            after={after}
            onGo={(cursor) => go({ after: cursor })}
            onRetry={() => void query.refetch()}
            summary={(page) => summary(page, filtered)}
          >
            {(subscribers) => <SubscriberTable subscribers={subscribers} busy={query.isFetching} onLift={setAsked} />}
          </CursorList>
        </>
      )}
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title="Send newsletters again?"
        confirmLabel="Send again"
        onConfirm={() => {
          if (asked) lift.mutate(asked.id);
          setAsked(null);
        }}
      >
        The mail server of {asked?.email} refused our e-mail. Go on only if you know that the address is right: e-mails
        to addresses that do not exist make yours look like spam.
      </ConfirmDialog>
    </div>
  );
}

function summary({ data, total }: SubscriberList, filtered: boolean): string {
  if (data.length === 0) return filtered ? 'Nobody matches.' : 'Nobody has signed up for newsletters yet.';
  if (typeof total === 'number') return `${total} ${total === 1 ? 'subscriber' : 'subscribers'}, newest first.`;
  return 'The subscribers that match.';
}
