import { useQuery } from '@tanstack/react-query';
import type { EmailLogList } from '../../api/types';
import { type EmailLogFilter, emailLogsCsvPath, emailLogsQuery } from '../calls/email-logs';
import { CsvButton } from '../csv/csv-button';
import { KINDS, STATUSES } from '../email-log-status/email-log-labels';
import { AddressFilterForm, FilterSelect } from '../list/address-filter-form';
import { CursorList } from '../list/cursor-list';
import { useListFilter } from '../list/use-list-filter';
import { ScreenTitle } from '../screen/screen-title';
import { EmailLogTable } from './email-log-table';

/** `/admin/email-logs`: what became of each mail. The address holds search, filters and place, so Back goes back. */
export function EmailLogsPage() {
  const { filter, filtered, after, go } = useListFilter(['q', 'status', 'kind']);
  const chosen = filter as EmailLogFilter;
  const query = useQuery(emailLogsQuery(chosen, after));

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <ScreenTitle>Email Logs</ScreenTitle>
        <CsvButton path={emailLogsCsvPath(chosen)} of={filtered ? 'the chosen e-mails' : 'all e-mails'} />
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
          label="Kind"
          className="sm:w-52"
          value={filter.kind}
          options={Object.entries(KINDS)}
          onChoose={(kind) => go({ kind })}
        />
      </AddressFilterForm>
      <CursorList
        query={query}
        of="e-mails"
        failure="Failed to load email logs"
        after={after}
        onGo={(cursor) => go({ after: cursor })}
        onRetry={() => void query.refetch()}
        summary={(page) => summary(page, filtered)}
      >
        {(mails) => <EmailLogTable mails={mails} busy={query.isFetching} />}
      </CursorList>
    </div>
  );
}

function summary({ data, total }: EmailLogList, filtered: boolean): string {
  if (data.length === 0) return filtered ? 'No e-mail matches.' : 'No e-mails were sent yet.';
  if (typeof total === 'number')
    return `${total} ${total === 1 ? 'e-mail' : 'e-mails'} in the last 90 days, newest first.`;
  return 'The e-mails that match.';
}
