import type { ReactNode } from 'react';
import type { BackupSchedule, ScheduledBackup } from '../../api/types';
import { fileSize } from '../media/media-file';
import { age } from '../time/age';
import { formatMoment } from '../time/publication-time';

/** How it stands with the backups that are made each night, and what to do where it does not stand well. */
export function ScheduleState({ schedule }: { schedule: BackupSchedule }) {
  return (
    <section aria-labelledby="schedule-title">
      <h2 id="schedule-title" className="border-b-2 border-rule-strong pb-3 text-lg font-semibold">
        Scheduled backups
      </h2>
      {schedule.scheduled ? <Scheduled schedule={schedule} /> : <NotScheduled />}
      {schedule.newest.length > 0 && <NewestBackups backups={schedule.newest} />}
    </section>
  );
}

function NotScheduled() {
  return (
    <p className="mt-4 max-w-[60ch] text-sm text-ink-2">
      <strong className="font-semibold text-ink">No backup is made each night.</strong> Whoever runs the server names a
      folder on another disk or a bucket for them (<code>MWANGA_BACKUP_URL</code>: <code>file:///backups</code> or{' '}
      <code>s3://bucket/prefix</code>) and starts it again.
    </p>
  );
}

function Scheduled({ schedule }: { schedule: BackupSchedule }) {
  const { last_good_at, overdue, error, tested_at, test_error } = schedule;
  return (
    <>
      <dl className="mt-4 grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <Fact term="Last good backup" isBad={overdue} detail={last_good_at && formatMoment(last_good_at)}>
          {last_good_at ? `${age(last_good_at)} old` : 'None yet'}
        </Fact>
        <Fact term="Last restored as a test" detail={tested_at && formatMoment(tested_at)}>
          {tested_at ? `${age(tested_at)} ago` : 'Not yet'}
        </Fact>
      </dl>
      {!last_good_at && !error && <p className="mt-4 text-sm text-ink-2">The first one is made in the coming night.</p>}
      {error && (
        <Failure title="The newest backup failed:" error={error}>
          See that its folder or bucket can be reached, and has room. It is tried again by itself.
        </Failure>
      )}
      {test_error && (
        <Failure title="The newest test of a restore failed:" error={test_error}>
          Make a backup below and keep it until the cause is found.
        </Failure>
      )}
    </>
  );
}

type FactProps = { term: string; isBad?: boolean; detail: string | null; children: string };

function Fact({ term, isBad = false, detail, children }: FactProps) {
  return (
    <div>
      <dt className="text-sm text-ink-2">{term}</dt>
      <dd className={isBad ? 'text-lg font-semibold text-danger' : 'text-lg font-semibold'}>{children}</dd>
      {detail && <dd className="text-sm text-ink-3">{detail}</dd>}
    </div>
  );
}

function Failure({ title, error, children }: { title: string; error: string; children: ReactNode }) {
  return (
    <p className="mt-4 rounded-md bg-danger-wash px-4 py-3 text-sm text-ink wrap-anywhere">
      <strong className="font-semibold text-danger">{title}</strong> {error}
      <span className="mt-1 block">{children}</span>
    </p>
  );
}

function NewestBackups({ backups }: { backups: ScheduledBackup[] }) {
  return (
    <details className="mt-4 text-sm">
      <summary className="cursor-pointer py-2 font-semibold">The newest {backups.length}</summary>
      <ul>
        {backups.map((backup) => (
          <li key={backup.id} className="border-t border-rule py-2">
            <p className="font-medium wrap-anywhere">{backup.file_name ?? formatMoment(backup.created_at)}</p>
            <p className="text-ink-2 wrap-anywhere">{outcome(backup)}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}

function outcome({ status, finished_at, size_bytes, error }: ScheduledBackup): string {
  if (status === 'failed') return `Failed: ${error ?? 'the reason is not known'}`;
  if (status !== 'done' || !finished_at) return 'Being made';
  return `${formatMoment(finished_at)} · ${fileSize(size_bytes ?? 0)}`;
}
