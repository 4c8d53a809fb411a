import { useQuery } from '@tanstack/react-query';
import { ApiProblem } from '../../api/problem';
import { ErrorLine } from '../screen/error-line';
import { ScreenTitle } from '../screen/screen-title';
import { backupsQuery } from './api';
import { Downloads } from './downloads';
import { ScheduleState } from './schedule-state';

/** `/admin/backups`: how old the last good backup is, and backups to download. For administrators. */
export function BackupsPage() {
  const { data, error, isPending, refetch } = useQuery(backupsQuery);
  return (
    <>
      <ScreenTitle>Backups</ScreenTitle>
      {isPending && <p className="mt-4 text-sm text-ink-2">Loading backups…</p>}
      {error && (
        <ErrorLine look="box" className="mt-6" onRetry={() => refetch()}>
          {error instanceof ApiProblem && error.status === 403 ? error.error : 'The backups could not be loaded.'}
        </ErrorLine>
      )}
      {data && (
        <div className="mt-8 grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-10">
          <ScheduleState schedule={data.schedule} />
          <Downloads list={data} />
        </div>
      )}
    </>
  );
}
