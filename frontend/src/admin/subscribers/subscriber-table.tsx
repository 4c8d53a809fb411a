import type { Subscriber } from '../../api/types';
import { Button } from '../../ui/button';
import { cn } from '../../ui/cn';
import { formatMoment } from '../time/publication-time';
import { SUBSCRIBER_STATUSES } from './subscriber-labels';

type SubscriberTableProps = {
  subscribers: Subscriber[];
  busy: boolean;
  onLift: (subscriber: Subscriber) => void;
};

/** A row a subscriber; on a phone the cells of a row stand below each other. */
export function SubscriberTable({ subscribers, busy, onLift }: SubscriberTableProps) {
  return (
    <section aria-label="Subscribers" aria-busy={busy} className={cn('transition-opacity', busy && 'opacity-60')}>
      <table className="data-table mail-table">
        <thead>
          <tr>
            <th scope="col">Address</th>
            <th scope="col">Status</th>
            <th scope="col">Reason</th>
            <th scope="col">Since</th>
          </tr>
        </thead>
        <tbody>
          {subscribers.map((subscriber) => {
            const { label, look } = SUBSCRIBER_STATUSES[subscriber.status];
            return (
              <tr key={subscriber.id}>
                <th scope="row" className="wrap-anywhere">
                  {subscriber.email}
                </th>
                <td>
                  <span className={cn('inline-block rounded-sm px-2 py-0.5 text-xs font-semibold', look)}>{label}</span>
                </td>
                <td>
                  {subscriber.reason && (
                    <span className="block max-w-96 text-xs text-ink-2 wrap-anywhere">{subscriber.reason}</span>
                  )}
                  {subscriber.suppressed && (
                    <Button
                      look="outline"
                      className="mt-2"
                      aria-label={`Send again: newsletters to ${subscriber.email}`}
                      onClick={() => onLift(subscriber)}
                    >
                      Send again
                    </Button>
                  )}
                </td>
                <td className="whitespace-nowrap tabular-nums">
                  {subscriber.since ? (
                    <time dateTime={subscriber.since}>{formatMoment(subscriber.since)}</time>
                  ) : (
                    <span className="text-ink-2">Not known</span>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
