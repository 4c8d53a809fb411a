import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { ApiProblem } from '../../api/problem';
import { subscriptionPlans } from '../../api/queries/subscription-plans';
import type { Subscription, SubscriptionList } from '../../api/types';
import { moneyText } from '../../site/format/money';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import {
  addressesCsvPath,
  refund,
  reloadSubscriptions,
  subscriptionsCsvPath,
  subscriptionsQuery,
} from '../calls/subscriptions';
import { CsvButton } from '../csv/csv-button';
import { AddressFilterForm, FilterSelect } from '../list/address-filter-form';
import { CursorList } from '../list/cursor-list';
import { useListFilter } from '../list/use-list-filter';
import { ScreenTitle } from '../screen/screen-title';
import { isAdministrator } from '../session/staff-session';
import { PaymentsDialog } from './payments-dialog';
import { RefusedPayments } from './refused-payments';
import { STATUSES } from './subscription-labels';
import { emailOf, SubscriptionTable } from './subscription-table';

/**
 * `/admin-subscriptions`: who has bought what, until when. The address holds search, filters and place, so Back goes
 * back.
 */
export function SubscriptionsPage() {
  const client = useQueryClient();
  const { filter, filtered, after, go } = useListFilter(['q', 'status', 'plan']);
  const [refundTarget, setRefundTarget] = useState<Subscription | null>(null);
  const [opened, setOpened] = useState<Subscription | null>(null);
  const query = useQuery(subscriptionsQuery(filter, after));
  const { data: plans } = useQuery(subscriptionPlans());
  const refundMutation = useMutation({
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

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <ScreenTitle>All Subscriptions</ScreenTitle>
        <CsvButton
          path={subscriptionsCsvPath(filter)}
          of={filtered ? 'the chosen subscriptions' : 'all subscriptions'}
        />
      </div>
      <AddressFilterForm q={filter.q} onSearch={(q) => go({ q })}>
        <FilterSelect
          label="Status"
          className="sm:w-40"
          value={filter.status}
          options={Object.entries(STATUSES).map(([value, { label }]) => [value, label])}
          onChoose={(status) => go({ status })}
        />
        <FilterSelect
          label="Plan"
          className="sm:w-52"
          value={filter.plan}
          options={plans ? plans.data.map(({ code, name }) => [code, name]) : unnamedPlan(filter.plan)}
          onChoose={(plan) => go({ plan })}
        />
      </AddressFilterForm>
      <RefusedPayments failureTold={query.isError} />
      <CursorList
        query={query}
        of="subscriptions"
        failure="Failed to fetch subscriptions"
        after={after}
        onGo={(cursor) => go({ after: cursor })}
        onRetry={() => void reloadSubscriptions(client)}
        summary={(page) => summary(page, filtered)}
      >
        {(subscriptions) => (
          <SubscriptionTable
            subscriptions={subscriptions}
            busy={query.isFetching || refundMutation.isPending}
            onPayments={setOpened}
            onRefund={isAdministrator() && !refundMutation.isPending ? setRefundTarget : undefined}
          />
        )}
      </CursorList>
      <div className="flex flex-wrap items-center gap-3 border-t border-rule pt-5 text-sm text-ink-2">
        <p>Where the printed issues go today:</p>
        <CsvButton path={addressesCsvPath} of="print addresses" />
      </div>
      {opened && <PaymentsDialog subscription={opened} onClose={() => setOpened(null)} />}
      <ConfirmDialog
        open={refundTarget !== null}
        onOpenChange={() => setRefundTarget(null)}
        title="Refund this payment?"
        confirmLabel="Refund"
        onConfirm={() => {
          if (refundTarget) refundMutation.mutate(refundTarget);
          setRefundTarget(null);
        }}
      >
        {refundTarget && question(refundTarget)}
      </ConfirmDialog>
    </div>
  );
}

/** While the plans are not there, the chosen one stands under its code. */
function unnamedPlan(code: string): [string, string][] {
  return code ? [[code, code]] : [];
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
