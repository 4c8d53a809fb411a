import { useQuery } from '@tanstack/react-query';
import { ApiProblem } from '../../api/problem';
import { Button } from '../../ui/button';
import { AdminTitle } from '../screen/admin-title';
import { backupsQuery } from './api';
import { Downloads } from './downloads';
import { ScheduleState } from './schedule-state';

/** `/admin/backups`: how old the last good backup is, and backups to download. For administrators. */
export function BackupsPage() {
  const { data, error, isPending, refetch } = useQuery(backupsQuery);
  return (
    <>
      <AdminTitle>Backups</AdminTitle>
      <h1 className="text-2xl font-semibold tracking-tight">Backups</h1>
      {isPending && <p className="mt-4 text-sm text-ink-2">Loading backups…</p>}
      {error && (
        <div
          role="alert"
          className="mt-6 flex flex-wrap items-center justify-between gap-3 rounded-md bg-danger-wash px-4 py-3 text-sm font-medium text-danger"
        >
          {error instanceof ApiProblem && error.status === 403 ? error.error : 'The backups could not be loaded.'}
          <Button look="outline" size="sm" onClick={() => refetch()}>
            Try again
          </Button>
        </div>
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
