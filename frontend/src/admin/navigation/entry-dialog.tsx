import { type FormEvent, useState } from 'react';
import type { MenuEntry, MenuTarget } from '../../api/types';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import { MAX_LABEL, nameOf, targetOf } from '../settings-form/menus';
import { completedAddress } from '../web-address';

type EntryDialogProps = {
  /** None for a new one. */
  entry: MenuEntry | null;
  targets: MenuTarget[];
  /** Titles of the groups that it can be in; fewer than two are not asked for. */
  groups: string[];
  group: number;
  onSave: (entry: MenuEntry, group: number) => void;
  onClose: () => void;
};

const kinds = [
  { value: 'category', label: 'A category' },
  { value: 'page', label: 'A page' },
  { value: 'tag', label: 'A tag' },
  { value: 'link', label: 'A link' },
] as const;

/** What an entry leads to, what it is called, and the group it stands in. */
export function EntryDialog({ entry, targets, groups, group, onSave, onClose }: EntryDialogProps) {
  const [values, setValues] = useState<MenuEntry>(entry ?? { kind: 'category', target: '', label: '' });
  const [place, setPlace] = useState(group);
  const [isAsked, setAsked] = useState(false);
  const missing = missingIn(values);
  const set = (fields: Partial<MenuEntry>) => setValues((now) => ({ ...now, ...fields }));

  function submit(submitted: FormEvent) {
    submitted.preventDefault();
    submitted.stopPropagation();
    setAsked(true);
    if (Object.keys(missing).length > 0) return;
    const target = values.kind === 'link' ? completedAddress(values.target) : values.target.trim();
    onSave({ ...values, target, label: values.label.trim() }, place);
  }

  return (
    <Dialog open onOpenChange={onClose} title={entry ? `Change “${nameOf(entry, targets)}”` : 'Add an entry'}>
      <form noValidate className="grid gap-5" onSubmit={submit}>
        <Field label="It leads to">
          <Select
            value={values.kind}
            onChange={(event) => set({ kind: event.target.value as MenuEntry['kind'], target: '' })}
          >
            {kinds.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <TargetField
          entry={values}
          targets={targets}
          error={isAsked ? missing.target : undefined}
          onChange={(target) => set({ target })}
        />
        <Field
          label="Label"
          required={values.kind === 'link'}
          hint={values.kind === 'link' ? undefined : 'Left empty, it is its own name, also after it is renamed.'}
          error={isAsked ? missing.label : undefined}
        >
          <Input
            maxLength={MAX_LABEL}
            value={values.label}
            placeholder={targetOf(values, targets)?.name}
            onChange={(event) => set({ label: event.target.value })}
          />
        </Field>
        {groups.length > 1 && (
          <Field label="Group">
            <Select value={place} onChange={(event) => setPlace(Number(event.target.value))}>
              {groups.map((title, index) => (
                <option key={title} value={index}>
                  {title || `Group ${index + 1}`}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit">{entry ? 'Apply' : 'Add'}</Button>
          <Button look="outline" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** What the person still has to say; whether it is right is for the server. */
function missingIn({ kind, target, label }: MenuEntry): { target?: string; label?: string } {
  const words = {
    category: 'Choose a category.',
    page: 'Choose a page.',
    tag: 'Name a tag.',
    link: 'Type an address.',
  };
  return {
    ...(target.trim() ? {} : { target: words[kind] }),
    ...(kind === 'link' && !label.trim() ? { label: 'A link needs a label.' } : {}),
  };
}

type TargetFieldProps = {
  entry: MenuEntry;
  targets: MenuTarget[];
  error?: string;
  onChange: (target: string) => void;
};

function TargetField({ entry: { kind, target }, targets, error, onChange }: TargetFieldProps) {
  if (kind === 'link') {
    const hint = 'A path of this site such as /subscribe, or begins with https://, mailto: or tel:.';
    return (
      <Field label="Address" hint={hint} error={error} required>
        <Input
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          value={target}
          onChange={(event) => onChange(event.target.value)}
          onBlur={() => onChange(completedAddress(target))}
        />
      </Field>
    );
  }
  if (kind === 'tag') {
    return (
      <Field
        label="Tag"
        hint="As it is written on posts. It is shown while a public post has it."
        error={error}
        required
      >
        <Input value={target} onChange={(event) => onChange(event.target.value)} />
      </Field>
    );
  }
  const options = targets.filter((one) => one.kind === kind);
  return (
    <Field label={kind === 'page' ? 'Page' : 'Category'} error={error} required>
      <Select value={target} onChange={(event) => onChange(event.target.value)}>
        <option value="">Choose…</option>
        {target && !options.some((one) => one.target === target) && <option value={target}>{target} (gone)</option>}
        {options.map((one) => (
          <option key={one.target} value={one.target}>
            {one.name}
            {one.is_public ? '' : ' (not published)'}
          </option>
        ))}
      </Select>
    </Field>
  );
}
