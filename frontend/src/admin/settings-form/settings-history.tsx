import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { ApiProblem } from '../../api/problem';
import type {
  FrontPageBlock,
  MenuEntry,
  MenuGroup,
  SettingChange,
  SettingsVersion,
  SettingValue,
} from '../../api/types';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Dialog } from '../../ui/dialog';
import { historyQuery, restoreSettings } from '../calls/settings';
import { ErrorLine } from '../screen/error-line';
import { showOutcome } from '../screen/outcome-toast';
import { formatDay, formatTime } from '../time/publication-time';
import { blockName } from './block-names';
import { menuSpecs } from './menus';
import { settingSections } from './setting-fields';
import { takeOver } from './use-settings-form';

/** Who changed what and when, and the way back. */
export function SettingsHistory({ version, onClose }: { version: number; onClose: () => void }) {
  const client = useQueryClient();
  const { data, isError, isPending } = useQuery(historyQuery);
  const [asked, setAsked] = useState<number | null>(null);
  const restore = useMutation({
    mutationFn: (earlier: number) => restoreSettings(earlier, version),
    onSuccess: async (state) => {
      await takeOver(client, state);
      showOutcome({ message: 'Settings restored', details: ['They hold from now on.'] });
      onClose();
    },
    onError: (cause) => {
      console.error(cause);
      toast.error(cause instanceof ApiProblem ? cause.error : 'Failed to restore the settings');
    },
  });
  const first = data?.data.at(-1);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="History"
      description="Every save, the newest first."
      className="max-w-2xl"
    >
      {isPending && <p className="text-sm text-ink-2">Loading the history…</p>}
      {isError && <ErrorLine>Failed to load the history.</ErrorLine>}
      {data?.data.length === 0 && <p className="text-sm text-ink-2">Nobody changed anything yet.</p>}
      <ul className="grid gap-5">
        {data?.data.map((entry) => (
          <Entry key={entry.version} entry={entry} isCurrent={entry.version === version} onRestore={setAsked} />
        ))}
      </ul>
      {first?.version === 1 && (
        <Button look="outline" size="sm" className="justify-self-start" onClick={() => setAsked(0)}>
          Back to the first settings
        </Button>
      )}
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title="Restore these settings?"
        confirmLabel="Restore"
        onConfirm={() => {
          if (asked !== null) restore.mutate(asked);
          setAsked(null);
        }}
      >
        The publication looks as it did then. The present settings stay in the history.
      </ConfirmDialog>
    </Dialog>
  );
}

type EntryProps = { entry: SettingsVersion; isCurrent: boolean; onRestore: (version: number) => void };

function Entry({ entry, isCurrent, onRestore }: EntryProps) {
  return (
    <li className="border-t border-rule pt-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="font-semibold tabular-nums">
          {formatDay(entry.saved_at)}, {formatTime(entry.saved_at)}
        </span>
        <span className="wrap-anywhere text-ink-2">{entry.saved_by ?? 'An account that is gone'}</span>
        {isCurrent ? (
          <span className="ms-auto text-xs text-ink-2">In use now</span>
        ) : (
          <Button look="outline" size="sm" className="ms-auto" onClick={() => onRestore(entry.version)}>
            Restore<span className="sr-only"> version {entry.version}</span>
          </Button>
        )}
      </div>
      <ul className="mt-2 grid gap-1 text-sm">
        {entry.changes.map((change) => (
          <li key={change.key} className="wrap-anywhere">
            <span className="font-medium">{labelOf(change)}</span>: {words(change.from)} → {words(change.to)}
          </li>
        ))}
      </ul>
    </li>
  );
}

function labelOf({ key }: SettingChange): string {
  const fields = settingSections.flatMap((section) => section.fields);
  const menus = menuSpecs.map(({ name, label }) => ({ key: `navigation.${name}`, label }));
  return [...fields, ...menus].find((spec) => spec.key === key)?.label ?? otherLabels[key] ?? key;
}

/** A text, an entry or group of a menu, or a block of the front page. */
function itemWords(item: string | MenuEntry | MenuGroup | FrontPageBlock): string {
  if (typeof item === 'string') return item;
  if ('entries' in item) return `${item.title} (${item.entries.map(itemWords).join(', ')})`;
  return 'target' in item ? item.label || item.target : blockName(item);
}

/** Of settings that have a screen of their own. */
const otherLabels: Record<string, string> = {
  'newsletter.daily_enabled': 'Send a newsletter every day',
  'newsletter.daily_time': 'Time of day of the daily newsletter',
  'newsletter.daily_minimum': 'New posts at least of a daily newsletter',
  'front_page.blocks': 'Blocks of the front page',
  'front_page.banner': 'Banner of the front page',
};

function words(value: SettingValue | null): string {
  if (value === null) return 'default';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = textOf(value);
  if (text === '') return 'none';
  return /^[0-9a-f]{32}$/.test(text) ? 'a picture' : text;
}

function textOf(value: SettingValue): string {
  if (Array.isArray(value)) return value.map(itemWords).join(', ');
  return typeof value === 'object' ? value.text : String(value);
}
