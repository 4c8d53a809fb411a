import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, apiPath } from '../../api/client';
import type { EmailLog, EmailLogList } from '../../api/types';
import { refetchAfterChange } from '../after-change';
import { staffCall } from '../session/staff-call';

const EMAIL_LOGS = '/admin/email-logs';

/** What chooses among the mails; empty texts choose nothing. */
export type EmailLogFilter = { q: string; status: EmailLog['status'] | ''; kind: EmailLog['kind'] | '' };

/** A page of mails, newest first; with `q` in the order of the addresses. `after` is the `next` of the page before. */
export function emailLogsQuery(filter: EmailLogFilter, after: string) {
  const path = apiPath(EMAIL_LOGS, { ...filter, after });
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => staffCall(() => api.get<EmailLogList>(path, { signal })),
    placeholderData: keepPreviousData,
  });
}

const RECENT = apiPath(EMAIL_LOGS, { per_page: 3 });

/** The latest three, and how many there are. */
export const recentEmailLogsQuery = queryOptions({
  queryKey: [RECENT],
  queryFn: ({ signal }) => staffCall(() => api.get<EmailLogList>(RECENT, { signal })),
});

/** Reads again whatever shows mails. */
export function reloadEmailLogs(client: QueryClient): Promise<void> {
  return refetchAfterChange(client, {
    predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith(EMAIL_LOGS),
  });
}

export const emailLogsCsvPath = (filter: EmailLogFilter) => apiPath(`${EMAIL_LOGS}/csv`, filter);
