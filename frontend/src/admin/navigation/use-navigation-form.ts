import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import toast from 'react-hot-toast';
import { ApiProblem } from '../../api/problem';
import { siteDetails } from '../../api/queries/site';
import type { Menus, NavigationState } from '../../api/types';
import { setAfterChange } from '../after-change';
import { historyQuery, type SettingChanges, settingsQuery } from '../calls/settings';
import { showOutcome } from '../screen/outcome-toast';
import { type GroupDraft, isSame, type MenuName, menuSpecs, toDraft, toMenu } from '../settings-form/menus';
import { useUnsavedChanges } from '../unsaved-changes/unsaved-changes';
import { navigationQuery, saveNavigation } from './api';

type Drafts = Partial<Record<MenuName, GroupDraft[]>>;
type Values = { [Name in MenuName]?: Menus[Name] | null };

/** The menus as they are typed, over what the server holds; a save sends only those that differ. */
export function useNavigationForm(saved: NavigationState) {
  const client = useQueryClient();
  const [drafts, setDrafts] = useState<Drafts>({});
  const held = useMemo(
    () => Object.fromEntries(menuSpecs.map(({ name }) => [name, toDraft(saved.data, name)])) as Required<Drafts>,
    [saved],
  );
  const values = changedValues(drafts, saved);
  const isChanged = Object.keys(values).length > 0;
  useUnsavedChanges(isChanged);

  const save = useMutation({
    mutationFn: () => saveNavigation(saved.version, values),
    onSuccess: async (state) => {
      await setAfterChange(client, navigationQuery, state);
      for (const { queryKey } of [settingsQuery, historyQuery, siteDetails()])
        void client.invalidateQueries({ queryKey });
      setDrafts({});
      showOutcome({ message: 'Navigation saved', details: ['Readers see it so at once.'] });
    },
    onError: (cause) => {
      console.error(cause);
      toast.error('Failed to save the navigation');
      // What was put together stays, on top of what somebody else saved.
      if (cause instanceof ApiProblem && cause.code === 'settings.changed') {
        void client.invalidateQueries({ queryKey: navigationQuery.queryKey });
      }
    },
  });

  const problem = save.error instanceof ApiProblem ? save.error : null;
  return {
    save,
    problem,
    isChanged,
    /** For the preview of the settings. */
    settings: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [`navigation.${name}`, value]),
    ) as SettingChanges,
    groups: (name: MenuName): GroupDraft[] => drafts[name] ?? held[name],
    isMenuChanged: (name: MenuName) => name in values,
    isShipped: (name: MenuName) => isSame(toMenu(drafts[name] ?? held[name], name), saved.shipped[name]),
    change(name: MenuName, groups: GroupDraft[]) {
      setDrafts((now) => ({ ...now, [name]: groups }));
      // Its places are those of before.
      if (save.isError) save.reset();
    },
    /** Back to the menu of the installation, with the next save. */
    reset: (name: MenuName) => setDrafts((now) => ({ ...now, [name]: toDraft(saved.shipped, name) })),
    discard() {
      setDrafts({});
      save.reset();
    },
    /** What the server refuses: of the menu itself (''), of its groups ('2') and entries ('3', '2.3'). */
    errorsOf(name: MenuName): Record<string, string> {
      const own = Object.entries(problem?.fields ?? {}).map(([field, text]) => [field.split('.'), text] as const);
      const found = own.filter(([[section, menu]]) => section === 'navigation' && menu === name);
      return Object.fromEntries(found.map(([path, text]) => [path.slice(2).join('.'), text]));
    },
  };
}

export type NavigationForm = ReturnType<typeof useNavigationForm>;

function changedValues(drafts: Drafts, saved: NavigationState): Values {
  const values: Values = {};
  for (const [name, draft] of Object.entries(drafts) as [MenuName, GroupDraft[]][]) {
    const menu = toMenu(draft, name);
    if (isSame(menu, saved.data[name])) continue;
    Object.assign(values, { [name]: isSame(menu, saved.shipped[name]) ? null : menu });
  }
  return values;
}
