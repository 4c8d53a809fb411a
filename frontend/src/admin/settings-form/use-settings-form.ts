import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import toast from 'react-hot-toast';
import { ApiProblem } from '../../api/problem';
import { siteDetails } from '../../api/queries/site';
import type { SettingsState, SettingValue } from '../../api/types';
import { setAfterChange } from '../after-change';
import { scheduleQuery } from '../calls/newsletter';
import { historyQuery, type SettingChanges, saveSettings, settingsQuery } from '../calls/settings';
import { showOutcome } from '../screen/outcome-toast';
import { useUnsavedChanges } from '../unsaved-changes/unsaved-changes';
import { useKept } from '../unsaved-changes/use-kept';

const nothing: SettingChanges = {};

type FormOptions = {
  /** The name by which this tab keeps what is typed; nothing warns then. */
  keptAs?: string | null;
  /** What is saved, in words. */
  what?: 'settings' | 'front page';
};

const SETTINGS_SAVED = { message: 'Settings saved', details: ['They hold from now on.', 'History takes them back.'] };
const FRONT_PAGE_SAVED = { message: 'Front page saved', details: ['Readers see it so at once.'] };

/** What is typed and not saved, over what the server holds. */
export function useSettingsForm(saved: SettingsState, { keptAs = null, what = 'settings' }: FormOptions = {}) {
  const client = useQueryClient();
  const [changes, setChanges] = useKept(keptAs, nothing, isChanges);
  const isChanged = Object.keys(changes).length > 0;
  useUnsavedChanges(isChanged && !keptAs);

  const save = useMutation({
    mutationFn: () => saveSettings(saved.version, changes),
    onSuccess: async (state) => {
      await takeOver(client, state);
      // `flushSync`: drawn, and so not kept any more, before a question gives way to the next one.
      flushSync(() => setChanges(nothing));
      if (!keptAs) showOutcome(what === 'settings' ? SETTINGS_SAVED : FRONT_PAGE_SAVED);
    },
    onError: (cause) => {
      console.error(cause);
      toast.error(`Failed to save the ${what}`);
      // What was typed stays, on top of what somebody else saved.
      if (cause instanceof ApiProblem && cause.code === 'settings.changed') {
        void client.invalidateQueries({ queryKey: settingsQuery.queryKey });
      }
    },
  });

  return {
    changes,
    isChanged,
    save,
    problem: save.error instanceof ApiProblem ? save.error : null,
    value: (key: string): SettingValue | undefined => changes[key] ?? saved.data[key]?.value,
    change(key: string, value: SettingValue) {
      setChanges((now) => {
        const { [key]: _, ...others } = now;
        return same(value, saved.data[key]?.value) ? others : { ...others, [key]: value };
      });
    },
    /** Back to the default, with the next save. */
    reset: (key: string) => setChanges((now) => ({ ...now, [key]: null })),
    isReset: (key: string) => changes[key] === null,
    discard() {
      setChanges(nothing);
      save.reset();
    },
  };
}

/** The settings that hold now, everywhere they are shown. */
export async function takeOver(client: QueryClient, state: SettingsState) {
  await setAfterChange(client, settingsQuery, state);
  void client.invalidateQueries({ queryKey: historyQuery.queryKey });
  void client.invalidateQueries({ queryKey: siteDetails().queryKey });
  // Three of the settings, kept there for as long as somebody edits them.
  client.removeQueries({ queryKey: scheduleQuery.queryKey });
}

function same(one: SettingValue, other: SettingValue | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isChanges(value: unknown): value is SettingChanges {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
