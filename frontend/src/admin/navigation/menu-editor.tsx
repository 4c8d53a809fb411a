import { Plus } from 'lucide-react';
import { useState } from 'react';
import { randomId } from '../../api/random-id';
import type { MenuEntry, MenuTarget } from '../../api/types';
import { Button } from '../../ui/button';
import { cn } from '../../ui/cn';
import { OrderedList } from '../forms/ordered-list';
import { ErrorLine } from '../screen/error-line';
import {
  type EntryDraft,
  type GroupDraft,
  MAX_ENTRIES,
  MAX_GROUPS,
  type MenuSpec,
  nameOf,
  newGroup,
  targetOf,
} from '../settings-form/menus';
import { EntryDialog } from './entry-dialog';
import { GroupFields } from './group-fields';

type MenuEditorProps = {
  spec: MenuSpec;
  groups: GroupDraft[];
  targets: MenuTarget[];
  /** By place: '' for the menu, '2' for a group or an entry, '2.3' for an entry of a group. */
  errors: Record<string, string>;
  onChange: (groups: GroupDraft[]) => void;
};

/** The entry that is changed, or the group that gets a new one. */
type Opened = { group: number; entry: EntryDraft | null };

/** One menu: its entries in their order, in groups where it has some. */
export function MenuEditor({ spec, groups, targets, errors, onChange }: MenuEditorProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const isList = spec.shape === 'list';
  const count = groups.reduce((sum, group) => sum + group.entries.length, 0);
  const entriesOf = (index: number, entries: EntryDraft[]) =>
    onChange(groups.map((group, at) => (at === index ? { ...group, entries } : group)));

  function take(entry: MenuEntry, to: number) {
    const id = opened?.entry?.id ?? randomId();
    const draft = { ...entry, id };
    const isMoved = opened?.entry && opened.group !== to;
    onChange(
      groups.map((group, index) => {
        const others = isMoved ? group.entries.filter((other) => other.id !== id) : group.entries;
        const entries = others.map((other) => (other.id === id ? draft : other));
        const isAdded = index === to && !others.some((other) => other.id === id);
        return { ...group, entries: isAdded ? [...entries, draft] : entries };
      }),
    );
    setOpened(null);
  }

  const list = (group: GroupDraft, index: number) => (
    <EntryList
      label={isList ? spec.label : `Entries of ${group.title || `group ${index + 1}`}`}
      entries={group.entries}
      targets={targets}
      errorOf={(entry) => errors[isList ? `${entry + 1}` : `${index + 1}.${entry + 1}`]}
      isFull={count >= MAX_ENTRIES}
      onChange={(entries) => entriesOf(index, entries)}
      onOpen={(entry) => setOpened({ group: index, entry })}
    />
  );
  return (
    <div className="grid gap-3">
      <p className="text-sm text-ink-2 tabular-nums">
        {count} of at most {MAX_ENTRIES} entries.
      </p>
      {errors[''] && <ErrorLine>{errors['']}</ErrorLine>}
      {isList ? (
        groups[0] && list(groups[0], 0)
      ) : (
        <Groups spec={spec} groups={groups} targets={targets} errors={errors} onChange={onChange} list={list} />
      )}
      {opened && (
        <EntryDialog
          entry={opened.entry}
          targets={targets}
          groups={isList ? [] : groups.map(({ title }) => title)}
          group={opened.group}
          onSave={take}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}

type GroupsProps = MenuEditorProps & { list: (group: GroupDraft, index: number) => React.ReactNode };

function Groups({ spec, groups, targets, errors, onChange, list }: GroupsProps) {
  const change = (id: string, fields: Partial<GroupDraft>) =>
    onChange(groups.map((group) => (group.id === id ? { ...group, ...fields } : group)));
  return (
    <>
      <OrderedList
        label={`Groups of the ${spec.label.toLowerCase()}`}
        items={groups}
        keyOf={(group) => group.id}
        nameOf={(group) => group.title || 'a group without a title'}
        onChange={onChange}
        className="gap-4"
        body={(group, index) => (
          <div className="grid gap-4">
            <GroupFields
              group={group}
              targets={targets}
              isFooter={spec.shape === 'footer'}
              error={errors[`${index + 1}`]}
              onChange={(fields) => change(group.id, fields)}
            />
            {list(group, index)}
          </div>
        )}
      >
        {(group) => <h3 className="font-semibold wrap-anywhere">{group.title || 'New group'}</h3>}
      </OrderedList>
      {groups.length < MAX_GROUPS && (
        <Button look="outline" className="justify-self-start" onClick={() => onChange([...groups, newGroup()])}>
          <Plus aria-hidden="true" />
          Add a group
        </Button>
      )}
    </>
  );
}

type EntryListProps = {
  label: string;
  entries: EntryDraft[];
  targets: MenuTarget[];
  errorOf: (index: number) => string | undefined;
  isFull: boolean;
  onChange: (entries: EntryDraft[]) => void;
  /** Opens an entry, or a new one. */
  onOpen: (entry: EntryDraft | null) => void;
};

function EntryList({ label, entries, targets, errorOf, isFull, onChange, onOpen }: EntryListProps) {
  return (
    <div className="grid gap-2">
      {entries.length === 0 && <p className="text-sm text-ink-2">Nothing here: readers do not see it.</p>}
      <OrderedList
        label={label}
        items={entries}
        keyOf={(entry) => entry.id}
        nameOf={(entry) => nameOf(entry, targets)}
        onChange={onChange}
      >
        {(entry, index) => (
          <EntryLine entry={entry} targets={targets} error={errorOf(index)} onOpen={() => onOpen(entry)} />
        )}
      </OrderedList>
      {!isFull && (
        <Button look="outline" className="justify-self-start" onClick={() => onOpen(null)}>
          <Plus aria-hidden="true" />
          Add an entry<span className="sr-only"> to {label}</span>
        </Button>
      )}
    </div>
  );
}

type EntryLineProps = { entry: EntryDraft; targets: MenuTarget[]; error?: string; onOpen: () => void };

const kindWords = { category: 'Category', page: 'Page', tag: 'Tag', link: 'Link' };

/** What an entry is called and where it leads; pressed, it is changed. */
function EntryLine({ entry, targets, error, onOpen }: EntryLineProps) {
  const target = targetOf(entry, targets);
  const path = entry.kind === 'link' ? entry.target : target?.path;
  return (
    <div>
      <button
        type="button"
        className="block min-h-11 w-full cursor-pointer rounded-sm px-1 py-1 text-start hover:bg-sunk"
        onClick={onOpen}
      >
        <span className="block text-sm leading-snug font-semibold wrap-anywhere">
          <span className="sr-only">Change </span>
          {nameOf(entry, targets)}
        </span>
        <span className="flex flex-wrap gap-x-2 text-xs text-ink-3">
          <span>{kindWords[entry.kind]}</span>
          {path && <span className="wrap-anywhere">{path}</span>}
        </span>
        <Hidden entry={entry} target={target} />
      </button>
      {error && (
        <ErrorLine look="field" className="px-1 pb-1">
          {error}
        </ErrorLine>
      )}
    </div>
  );
}

/** Why readers do not see an entry. */
function Hidden({ entry, target }: { entry: EntryDraft; target: MenuTarget | undefined }) {
  if (entry.kind === 'link' || target?.is_public) return null;
  const words = target
    ? 'Not published: readers do not see it.'
    : entry.kind === 'tag'
      ? 'Shown while a public post has it.'
      : 'Gone: readers do not see it.';
  return (
    <span className={cn('block text-xs font-medium', target || entry.kind !== 'tag' ? 'text-warning' : 'text-ink-3')}>
      {words}
    </span>
  );
}
