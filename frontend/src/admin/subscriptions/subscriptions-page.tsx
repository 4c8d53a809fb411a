import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { useSearchParams } from 'react-router';
import { ApiProblem } from '../../api/problem';
import { subscriptionPlans } from '../../api/queries/subscription-plans';
import type { Subscription, SubscriptionList } from '../../api/types';
import { moneyText } from '../../site/format/money';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import { ListFailure } from '../list/list-failure';
import { ListPages } from '../list/list-pages';
import { CsvButton } from '../session/csv-button';
import { isAdministrator } from '../session/staff-session';
import { AdminTitle } from '../shell/admin-title';
import {
  addressesCsvPath,
  refund,
  reloadSubscriptions,
  type SubscriptionFilter,
  subscriptionsCsvPath,
  subscriptionsQuery,
} from './api';
import { PaymentsDialog } from './payments-dialog';
import { RefusedPayments } from './refused-payments';
import { emailOf, SubscriptionTable } from './subscription-table';
import { STATUSES } from './subscription-words';

/** `/admin-subscriptions`: who has bought what, until when. The address holds search, filters and place, so Back goes back. */
export function SubscriptionsPage() {
  const client = useQueryClient();
  const [query, setQuery] = useSearchParams();
  const [asked, setAsked] = useState<Subscription | null>(null);
  const [opened, setOpened] = useState<Subscription | null>(null);
  const filter: SubscriptionFilter = {
    q: query.get('q') ?? '',
    status: query.get('status') ?? '',
    plan: query.get('plan') ?? '',
  };
  const after = query.get('after') ?? '';
  const { data, error, isPending, isFetching } = useQuery(subscriptionsQuery(filter, after));
  const { data: plans } = useQuery(subscriptionPlans());
  const filtered = Object.values(filter).some(Boolean);
  const giveBack = useMutation({
    mutationFn: refund,
    onSuccess: ({ message }) => {
      toast.success(message);
      return reloadSubscriptions(client);
    },
    onError: (cause) => {
      console.error(cause);
      toast.error(cause instanceof ApiProblem ? cause.error : 'Failed to refund');
      // Whether or not it was answered, something may have begun.
      return reloadSubscriptions(client);
    },
  });

  /** Another choice begins at the first page. */
  const go = (wish: Partial<SubscriptionFilter> & { after?: string }) =>
    setQuery(Object.fromEntries(Object.entries({ ...filter, ...wish }).filter(([, value]) => value)));

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <AdminTitle>All Subscriptions</AdminTitle>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold tracking-tight">All Subscriptions</h1>
        <CsvButton
          path={subscriptionsCsvPath(filter)}
          of={filtered ? 'the chosen subscriptions' : 'all subscriptions'}
        />
      </div>
      <form
        aria-label="Search and filter"
        className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap"
        onSubmit={(event) => {
          event.preventDefault();
          go({ q: String(new FormData(event.currentTarget).get('q')).trim() });
        }}
      >
        <div className="col-span-2 flex items-end gap-3">
          <Field
            label="Search by address"
            hint="How an e-mail address begins."
            className="min-w-0 flex-1 sm:w-72 sm:flex-none"
          >
            <Input key={filter.q} type="search" name="q" defaultValue={filter.q} maxLength={254} autoComplete="off" />
          </Field>
          <Button type="submit" look="outline">
            Search
          </Button>
        </div>
        <Field label="Status" className="sm:w-40">
          <Select value={filter.status} onChange={(event) => go({ status: event.target.value })}>
            <option value="">All</option>
            {Object.entries(STATUSES).map(([value, { label }]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Plan" className="sm:w-52">
          <Select value={filter.plan} onChange={(event) => go({ plan: event.target.value })}>
            <option value="">All</option>
            {plans?.data.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
            {!plans && filter.plan && <option value={filter.plan}>{filter.plan}</option>}
          </Select>
        </Field>
      </form>
      <RefusedPayments failureTold={error !== null} />
      {error ? (
        <ListFailure
          text="Failed to fetch subscriptions"
          busy={isFetching}
          onRetry={() => void reloadSubscriptions(client)}
        />
      ) : (
        <>
          <p role="status" className="text-sm text-ink-2">
            {isPending ? 'Loading...' : summary(data, filtered)}
          </p>
          {data && data.data.length > 0 && (
            <SubscriptionTable
              subscriptions={data.data}
              busy={isFetching || giveBack.isPending}
              onPayments={setOpened}
              onRefund={isAdministrator() && !giveBack.isPending ? setAsked : undefined}
            />
          )}
          {data && <ListPages of="subscriptions" after={after} next={data.next} onGo={(key) => go({ after: key })} />}
        </>
      )}
      <div className="flex flex-wrap items-center gap-3 border-t border-rule pt-5 text-sm text-ink-2">
        <p>Where the printed issues go today:</p>
        <CsvButton path={addressesCsvPath} of="print addresses" />
      </div>
      {opened && <PaymentsDialog subscription={opened} onClose={() => setOpened(null)} />}
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title="Refund this payment?"
        confirmLabel="Refund"
        onConfirm={() => {
          if (asked) giveBack.mutate(asked);
          setAsked(null);
        }}
      >
        {asked && question(asked)}
      </ConfirmDialog>
    </div>
  );
}

function question(one: Subscription): string {
  const amount = one.last_payment ? moneyText(one.last_payment.price_minor, one.last_payment.currency) : 'The money';
  return `${amount} goes back to ${emailOf(one)} through the wallet. The months of this payment are taken back; without other paid time the subscription ends now.`;
}

function summary({ data, total }: SubscriptionList, filtered: boolean): string {
  if (data.length === 0) return filtered ? 'No subscription matches.' : 'Nobody has subscribed yet.';
  if (typeof total === 'number') return `${total} ${total === 1 ? 'subscription' : 'subscriptions'}, newest first.`;
  return 'The subscriptions that match.';
}
