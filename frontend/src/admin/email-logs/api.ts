import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, apiPath } from '../../api/client';
import type { EmailLog, EmailLogList } from '../../api/types';
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

export const emailLogsCsvPath = (filter: EmailLogFilter) => apiPath(`${EMAIL_LOGS}/csv`, filter);
