import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiProblem } from '../../api/problem';
import type { Category } from '../../api/types';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Select } from '../../ui/select';
import { deleteCategory, reloadCategories } from '../calls/categories';
import { showOutcome } from '../screen/outcome-toast';

type DeleteDialogProps = { category: Category; all: readonly Category[]; onClose: () => void };

/** Deletes a category once it is said where its posts go. */
export function DeleteDialog({ category, all, onClose }: DeleteDialogProps) {
  const client = useQueryClient();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault();
    const target = Number(new FormData(submitted.currentTarget).get('target'));
    if (!target) return setError('Choose where its posts go.');
    setBusy(true);
    try {
      const { message } = await deleteCategory(category.id, target);
      const to = all.find(({ id }) => id === target)?.name;
      showOutcome({ message, details: [`Its posts and its address are with ${to} now.`] });
      void reloadCategories(client);
      onClose();
    } catch (cause) {
      setError(cause instanceof ApiProblem ? cause.error : 'Something went wrong');
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Delete ${category.name}?`}
      description="Its posts move to another category, and its address leads there from then on."
      className="max-w-md"
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <Field label="Move its posts to" error={error} required>
          <Select name="target" defaultValue="">
            <option value="">Select a category</option>
            {all
              .filter(({ id }) => id !== category.id)
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </Select>
        </Field>
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="danger" busy={busy}>
            {busy ? 'Deleting...' : 'Move posts and delete'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
