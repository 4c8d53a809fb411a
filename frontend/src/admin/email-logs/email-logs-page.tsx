import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { EmailLog } from '../../api/types';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import { ListFailure } from '../list/list-failure';
import { ListPages } from '../list/list-pages';
import { CsvButton } from '../session/csv-button';
import { AdminTitle } from '../shell/admin-title';
import { type EmailLogFilter, emailLogsCsvPath, emailLogsQuery } from './api';
import { EmailLogTable } from './email-log-table';
import { KINDS, STATUSES } from './email-log-words';

/** `/admin/email-logs`: what became of each mail. The address holds search, filters and place, so Back goes back. */
export function EmailLogsPage() {
  const [query, setQuery] = useSearchParams();
  const filter: EmailLogFilter = {
    q: query.get('q') ?? '',
    status: (query.get('status') ?? '') as EmailLogFilter['status'],
    kind: (query.get('kind') ?? '') as EmailLogFilter['kind'],
  };
  const after = query.get('after') ?? '';
  const { data, error, isPending, isFetching, refetch } = useQuery(emailLogsQuery(filter, after));
  const filtered = Object.values(filter).some(Boolean);

  /** Another choice begins at the first page. */
  const go = (wish: Partial<EmailLogFilter> & { after?: string }) =>
    setQuery(Object.fromEntries(Object.entries({ ...filter, ...wish }).filter(([, value]) => value)));

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <AdminTitle>Email Logs</AdminTitle>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold tracking-tight">Email Logs</h1>
        <CsvButton path={emailLogsCsvPath(filter)} of={filtered ? 'the chosen e-mails' : 'all e-mails'} />
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
          <Select value={filter.status} onChange={(event) => go({ status: event.target.value as EmailLog['status'] })}>
            <option value="">All</option>
            {Object.entries(STATUSES).map(([value, { label }]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Kind" className="sm:w-52">
          <Select value={filter.kind} onChange={(event) => go({ kind: event.target.value as EmailLog['kind'] })}>
            <option value="">All</option>
            {Object.entries(KINDS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      </form>
      {error ? (
        <ListFailure text="Failed to load email logs" busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <>
          <p role="status" className="text-sm text-ink-2">
            {isPending ? 'Loading...' : summary(data, filtered)}
          </p>
          {data && data.data.length > 0 && <EmailLogTable mails={data.data} busy={isFetching} />}
          {data && <ListPages of="e-mails" after={after} next={data.next} onGo={(key) => go({ after: key })} />}
        </>
      )}
    </div>
  );
}

function summary({ data, total }: { data: EmailLog[]; total?: number | null }, filtered: boolean): string {
  if (data.length === 0) return filtered ? 'No e-mail matches.' : 'No e-mails were sent yet.';
  if (typeof total === 'number')
    return `${total} ${total === 1 ? 'e-mail' : 'e-mails'} in the last 90 days, newest first.`;
  return 'The e-mails that match.';
}
