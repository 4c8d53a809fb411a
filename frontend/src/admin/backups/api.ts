import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { IdempotencyKey } from '../../api/idempotency-key';
import type { BackupDownload, BackupLink, BackupList, BackupRequested } from '../../api/types';
import { staffCall } from '../session/staff-call';

const BACKUPS = '/admin/backups';
const POLL_MS = 1500;

export const isUnderWay = ({ status }: BackupDownload) => status === 'waiting' || status === 'running';

/** Backups to download and the state of the scheduled ones. For administrators; editors get 403. */
export const backupsQuery = queryOptions({
  queryKey: [BACKUPS],
  queryFn: ({ signal }) => staffCall(() => api.get<BackupList>(BACKUPS, { signal })),
  refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? POLL_MS : false),
});

/** Asks for a backup. One that is under way is answered instead of a second. */
export function requestBackup(key: IdempotencyKey): Promise<BackupRequested> {
  return key.send((headers) => staffCall(() => api.post<BackupRequested>(BACKUPS, undefined, { headers })));
}

/** A link that is good once and for five minutes. 404 `backup.not_found`: the backup is deleted. */
export function createBackupLink(id: number): Promise<BackupLink> {
  return staffCall(() => api.post<BackupLink>(`${BACKUPS}/${id}/link`));
}
