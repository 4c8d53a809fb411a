import { randomId } from '../../api/random-id';
import type { MenuEntry, MenuGroup, Menus, MenuTarget } from '../../api/types';

export type MenuName = keyof Menus;

export type MenuSpec = {
  name: MenuName;
  label: string;
  text: string;
  /** `footer`: groups may have a sentence and a page of their own. */
  shape: 'list' | 'groups' | 'footer';
  /** Id of the dialog of the site that a preview opens. */
  opens?: string;
};

/** The menus in the order of the screen. */
export const menuSpecs: MenuSpec[] = [
  {
    name: 'bar',
    label: 'Category bar',
    text: 'The line under the header of large screens. Services stands at its end while there are any.',
    shape: 'list',
  },
  {
    name: 'menu',
    label: 'Side menu',
    text: 'Opened at the top left of every page; on phones it is the way around.',
    shape: 'groups',
    opens: 'site-menu',
  },
  {
    name: 'services',
    label: 'Services',
    text: 'The panel behind “Services” in the category bar, also the last part of the side menu. Empty: there is none.',
    shape: 'list',
    opens: 'services-panel',
  },
  {
    name: 'footer',
    label: 'Footer',
    text: 'Under every page. A group with a sentence is shown beside the tagline, the others in columns.',
    shape: 'footer',
  },
];

/** Most entries of a menu, groups of a menu, and characters of a label; the server has the rule. */
export const MAX_ENTRIES = 60;
export const MAX_GROUPS = 6;
export const MAX_LABEL = 40;
export const MAX_TEXT = 160;

/** Entries and groups have an id while they are edited, which stays with them wherever they go. */
export type EntryDraft = MenuEntry & { id: string };
export type GroupDraft = Omit<MenuGroup, 'entries'> & { id: string; entries: EntryDraft[] };

export const newGroup = (entries: EntryDraft[] = []): GroupDraft => ({
  id: randomId(),
  title: '',
  page: '',
  text: '',
  entries,
});

const draftEntries = (entries: MenuEntry[]): EntryDraft[] => entries.map((entry) => ({ ...entry, id: randomId() }));

/** A menu as it is edited; one without groups is a single group without a title. */
export function toDraft(menus: Menus, name: MenuName): GroupDraft[] {
  if (name === 'bar' || name === 'services') return [newGroup(draftEntries(menus[name]))];
  return menus[name].map((group) => ({ ...group, id: randomId(), entries: draftEntries(group.entries) }));
}

/** A menu as the server takes it. */
export function toMenu(draft: GroupDraft[], name: MenuName): MenuEntry[] | MenuGroup[] {
  const groups = draft.map(({ id: _, entries, ...group }) => ({
    ...group,
    entries: entries.map(({ id: _id, ...entry }) => entry),
  }));
  return name === 'bar' || name === 'services' ? groups.flatMap((group) => group.entries) : groups;
}

export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What an entry leads to, where it still is; a link is not looked up. */
export function targetOf(entry: MenuEntry, targets: MenuTarget[]): MenuTarget | undefined {
  return targets.find(({ kind, target }) => kind === entry.kind && target === entry.target);
}

/** What an entry is called: its label, else the name of its target. */
export function nameOf(entry: MenuEntry, targets: MenuTarget[]): string {
  return entry.label || targetOf(entry, targets)?.name || entry.target;
}
