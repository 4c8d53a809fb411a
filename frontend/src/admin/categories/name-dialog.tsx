import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import toast from 'react-hot-toast';
import { IdempotencyKey, isKeyReused } from '../../api/idempotency-key';
import { ApiProblem } from '../../api/problem';
import type { Category } from '../../api/types';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { createCategory, reloadCategories, renameCategory } from './api';

/** Names a new category (null), or gives one another name. */
export function NameDialog({ category, onClose }: { category: Category | null; onClose: () => void }) {
  const client = useQueryClient();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [key] = useState(() => new IdempotencyKey());

  async function submit(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault();
    const name = String(new FormData(submitted.currentTarget).get('name')).trim();
    if (!name) return setError('Enter a name.');
    setBusy(true);
    try {
      const { message } = category ? await renameCategory(category.id, name) : await createCategory(name, key);
      toast.success(message);
      void reloadCategories(client);
      onClose();
    } catch (cause) {
      setError(cause instanceof ApiProblem ? cause.error : 'Something went wrong');
      setBusy(false);
      if (isKeyReused(cause)) void reloadCategories(client); // what was made is in the list
    }
  }

  return (
    <Dialog open onOpenChange={onClose} title={category ? 'Rename category' : 'New category'} className="max-w-md">
      <form onSubmit={submit} noValidate className="grid gap-4">
        <Field
          label="Name"
          hint={category ? 'Its address stays, so no link breaks.' : 'Its address is made from the name, and stays.'}
          error={error}
          required
        >
          <Input name="name" autoComplete="off" maxLength={60} defaultValue={category?.name} />
        </Field>
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy}>
            {busy ? 'Saving...' : category ? 'Rename' : 'Create'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
