import { X } from 'lucide-react';
import { useState } from 'react';
import type { Category } from '../../api/types';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import { isContributor, isEditor } from '../session/staff-session';
import type { BulkAction } from './use-bulk';

type BulkBarProps = {
  count: number;
  categories: readonly Category[];
  busy: boolean;
  onRun: (action: BulkAction, value?: string) => void;
  onClear: () => void;
};

const LABELS: Partial<Record<BulkAction, string>> = {
  category: 'File under',
  add_tag: 'Add a tag',
  pick: "Mark as Today's Pick",
  unpick: "Remove from Today's Picks",
  unpublish: 'Unpublish',
  trash: 'Delete',
};

/** What an account may do to many posts at once; the server asks again for each. */
function actions(): BulkAction[] {
  if (isEditor()) return ['category', 'add_tag', 'pick', 'unpick', 'unpublish', 'trash'];
  return isContributor() ? ['category', 'add_tag', 'trash'] : ['category', 'add_tag', 'unpublish', 'trash'];
}

/** One action for the chosen posts; stays in sight while some are chosen. */
export function BulkBar({ count, categories, busy, onRun, onClear }: BulkBarProps) {
  const [action, setAction] = useState<BulkAction>('category');
  const [category, setCategory] = useState('');
  const [tag, setTag] = useState('');
  const [asking, setAsking] = useState(false);
  const value = { category, add_tag: tag.trim() }[action as string] ?? '';
  const needsValue = action === 'category' || action === 'add_tag';

  return (
    <form
      aria-label="Chosen posts"
      className="sticky bottom-2 z-10 my-3 flex flex-wrap items-end gap-3 rounded-md border border-control bg-raised p-3 shadow-float"
      onSubmit={(event) => {
        event.preventDefault();
        if (action === 'trash' || action === 'unpublish') setAsking(true);
        else if (!needsValue || value) onRun(action, value);
      }}
    >
      <p role="status" className="flex min-h-11 items-center gap-1 text-sm font-semibold tabular-nums">
        {count === 1 ? '1 post' : `${count} posts`}
      </p>
      <Field label="What to do with them" hideLabel className="min-w-0 flex-1 basis-40 sm:max-w-60">
        <Select value={action} onChange={({ target }) => setAction(target.value as BulkAction)}>
          {actions().map((one) => (
            <option key={one} value={one}>
              {LABELS[one]}
            </option>
          ))}
        </Select>
      </Field>
      {action === 'category' && (
        <Field label="File them under" hideLabel className="min-w-0 flex-1 basis-40 sm:max-w-60">
          <Select value={category} onChange={({ target }) => setCategory(target.value)}>
            <option value="">Choose…</option>
            {categories.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {action === 'add_tag' && (
        <Field label="Tag to add to them" hideLabel className="min-w-0 flex-1 basis-40 sm:max-w-60">
          <Input value={tag} maxLength={60} placeholder="One tag" onChange={({ target }) => setTag(target.value)} />
        </Field>
      )}
      <Button type="submit" look={action === 'trash' ? 'danger' : 'ink'} busy={busy} disabled={needsValue && !value}>
        Apply
      </Button>
      <Button look="quiet" size="icon" aria-label="Deselect all" onClick={onClear}>
        <X aria-hidden="true" />
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={question(action, count)}
        confirmLabel={action === 'trash' ? 'Delete' : 'Unpublish'}
        onConfirm={() => {
          setAsking(false);
          onRun(action);
        }}
      >
        {action === 'trash'
          ? `${count === 1 ? 'It goes' : 'They go'} to the trash, where ${count === 1 ? 'it stays' : 'they stay'} for 30 days.`
          : 'Readers do not see them any more, and what was scheduled does not become public. They are drafts again.'}
      </ConfirmDialog>
    </form>
  );
}

function question(action: BulkAction, count: number): string {
  const posts = count === 1 ? 'this post' : `these ${count} posts`;
  return action === 'trash' ? `Are you sure you want to delete ${posts}?` : `Unpublish ${posts}?`;
}
