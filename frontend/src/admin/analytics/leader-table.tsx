import type { ReactNode } from 'react';
import { CsvButton } from '../csv/csv-button';
import { formatCount } from '../numbers';
import { type DayRange, type TableName, tablePath } from './api';

type Leader = { key: string | number; name: ReactNode; more?: ReactNode; count: number; cells?: ReactNode[] };

type LeaderTableProps = {
  title: string;
  /** Which file has the same rows. */
  table: TableName;
  range: DayRange;
  /** Heads of the name, the count that the bars show, and what follows it. */
  head: [string, string, ...string[]];
  leaders: Leader[];
  empty: string;
  note?: ReactNode;
};

/** A chart that is a table: each row's bar lies under its name. */
export function LeaderTable({ title, table, range, head, leaders, empty, note }: LeaderTableProps) {
  const most = Math.max(1, ...leaders.map(({ count }) => count));
  const [ofName, ...ofNumbers] = head;
  return (
    <section aria-label={title} className="grid min-w-0 content-start gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-rule-strong pb-2">
        <h2 className="text-xl font-semibold tracking-tight">{title}</h2>
        {leaders.length > 0 && <CsvButton path={tablePath(table, range)} of={title} />}
      </div>
      {note && <p className="text-xs text-ink-3">{note}</p>}
      {leaders.length === 0 ? (
        <p className="py-6 text-sm text-ink-2">{empty}</p>
      ) : (
        <table className="data-table">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{ofName}</th>
              {ofNumbers.map((text) => (
                <th key={text} scope="col" className="number">
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {leaders.map(({ key, name, more, count, cells = [] }) => (
              <tr key={key}>
                <th scope="row">
                  <span className="wrap-anywhere">{name}</span>
                  {more && <span className="block text-xs font-normal text-ink-3">{more}</span>}
                  {count > 0 && (
                    <span aria-hidden="true" className="leader-bar" style={{ width: `${(count / most) * 100}%` }} />
                  )}
                </th>
                <td className="number">{formatCount(count)}</td>
                {cells.map((cell, place) => (
                  <td key={ofNumbers[place + 1]} className="number">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
