import type { MenuTarget } from '../../api/types';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import { type GroupDraft, MAX_LABEL, MAX_TEXT } from '../settings-form/menus';

type GroupFieldsProps = {
  group: GroupDraft;
  targets: MenuTarget[];
  /** With the sentence and the page of the footer's groups. */
  isFooter: boolean;
  error?: string;
  onChange: (fields: Partial<GroupDraft>) => void;
};

/** Title of a group; in the footer also the page it leads to and its sentence. */
export function GroupFields({ group, targets, isFooter, error, onChange }: GroupFieldsProps) {
  const pages = targets.filter(({ kind }) => kind === 'page');
  return (
    <div className="grid gap-3">
      <Field label="Title" required error={error}>
        <Input
          maxLength={MAX_LABEL}
          value={group.title}
          onChange={(event) => onChange({ title: event.target.value })}
        />
      </Field>
      {isFooter && (
        <details open={Boolean(group.page || group.text)}>
          <summary className="min-h-11 cursor-pointer py-2.5 text-sm font-semibold text-ink-2">
            Page and sentence
          </summary>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Its title leads to">
              <Select value={group.page} onChange={(event) => onChange({ page: event.target.value })}>
                <option value="">Nothing</option>
                {group.page && !pages.some(({ target }) => target === group.page) && (
                  <option value={group.page}>{group.page} (gone)</option>
                )}
                {pages.map(({ target, name, is_public }) => (
                  <option key={target} value={target}>
                    {name}
                    {is_public ? '' : ' (not published)'}
                  </option>
                ))}
              </Select>
            </Field>
            <Field label="Sentence">
              <Input
                maxLength={MAX_TEXT}
                value={group.text}
                onChange={(event) => onChange({ text: event.target.value })}
              />
            </Field>
          </div>
        </details>
      )}
    </div>
  );
}
