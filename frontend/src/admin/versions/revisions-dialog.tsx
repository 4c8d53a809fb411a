import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ApiPath } from '../../api/client';
import type { MissingFiles, RevisionList } from '../../api/types';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { ErrorLine } from '../screen/error-line';
import { formatDay, formatTime } from '../time/publication-time';

type QueryOf<Data> = UseQueryOptions<Data, Error, Data, ApiPath[]>;

/** A version as it was saved then. */
type Version = { missing_files: MissingFiles };

type RevisionsDialogProps<Saved extends Version> = {
  /** Of what: "post". */
  of: string;
  /** What of it is not restored: "slug, status and date". */
  except: string;
  /** The revision that the form began with. */
  opened: number;
  list: QueryOf<RevisionList>;
  revision: (revision: number) => QueryOf<Saved>;
  differences: (saved: Saved, names: { one: string; other: string }) => ReactNode;
  onRestore: (saved: Saved) => void;
  onClose: () => void;
  /** What else the history tells. */
  below?: ReactNode;
};

/** Every kept save: what differs from the form, and the way back. */
export function RevisionsDialog<Saved extends Version>({
  of,
  except,
  opened,
  list,
  revision,
  differences,
  onRestore,
  onClose,
  below,
}: RevisionsDialogProps<Saved>) {
  const { data, isError, isPending } = useQuery(list);
  const [chosen, setChosen] = useState<number | null>(null);
  const shown = useQuery({ ...revision(chosen ?? 0), enabled: chosen !== null });

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="History"
      description={`Every save of this ${of}. Restoring puts that version into the form, except ${except}; readers see it once you save.`}
      className="max-w-4xl"
    >
      {isPending && <p className="text-sm text-ink-2">Loading the history…</p>}
      {isError && <ErrorLine>Failed to load the history.</ErrorLine>}
      {data && (
        <ul className="max-h-60 overflow-y-auto border-y border-rule" aria-label="Saves">
          {data.data.map(({ revision: saved, saved_at, saved_by }) => (
            <li key={saved} className="border-b border-rule last:border-0">
              <button
                type="button"
                aria-pressed={saved === chosen}
                onClick={() => setChosen(saved)}
                className="flex min-h-11 w-full flex-wrap items-baseline gap-x-4 gap-y-0.5 rounded-sm px-3 py-2 text-start text-sm hover:bg-sunk aria-pressed:bg-sunk aria-pressed:font-semibold"
              >
                <span className="tabular-nums">
                  {formatDay(saved_at)}, {formatTime(saved_at)}
                </span>
                <span className="text-ink-2 wrap-anywhere">{saved_by ?? 'Imported'}</span>
                {saved === opened && <span className="ms-auto text-xs text-ink-2">Opened here</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
      {chosen !== null && (
        <section aria-label="Differences" aria-live="polite" className="grid gap-4">
          {shown.isPending && <p className="text-sm text-ink-2">Loading this version…</p>}
          {shown.isError && <ErrorLine>Failed to load this version.</ErrorLine>}
          {shown.data !== undefined && (
            <>
              {differences(shown.data as Saved, { one: 'Then', other: 'In the form now' })}
              <LostFiles {...(shown.data as Saved).missing_files} />
              <Button className="justify-self-end" onClick={() => onRestore(shown.data as Saved)}>
                Restore this version
              </Button>
            </>
          )}
        </section>
      )}
      {below}
    </Dialog>
  );
}

/** What of a version is not in the library any more. */
function LostFiles({ in_trash, gone }: MissingFiles) {
  return (
    <>
      {in_trash.length > 0 && (
        <p className="text-sm text-ink-2 wrap-anywhere">
          In the trash, and back as soon as you save this version: {in_trash.join(', ')}.
        </p>
      )}
      {gone > 0 && (
        <p className="text-sm font-medium text-danger">
          {gone === 1
            ? 'One file of this version is gone for good. Put another in its place before you publish it.'
            : `${gone} files of this version are gone for good. Put others in their places before you publish it.`}
        </p>
      )}
    </>
  );
}
