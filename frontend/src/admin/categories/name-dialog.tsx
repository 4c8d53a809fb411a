import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { IdempotencyKey, isKeyReused } from '../../api/idempotency-key';
import { ApiProblem } from '../../api/problem';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { createCategory, reloadCategories } from '../calls/categories';
import { showOutcome } from '../screen/outcome-toast';

/** Names a new category. */
export function NameDialog({ onClose }: { onClose: () => void }) {
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
      const { message } = await createCategory(name, key);
      showOutcome({ message, details: ['Posts can be filed under it; it is in no menu yet.'] });
      void reloadCategories(client);
      onClose();
    } catch (cause) {
      setError(cause instanceof ApiProblem ? cause.error : 'Something went wrong');
      setBusy(false);
      if (isKeyReused(cause)) void reloadCategories(client); // what was made is in the list
    }
  }

  return (
    <Dialog open onOpenChange={onClose} title="New category" className="max-w-md">
      <form onSubmit={submit} noValidate className="grid gap-4">
        <Field label="Name" hint="Its address is made from the name, and stays." error={error} required>
          <Input name="name" autoComplete="off" maxLength={60} />
        </Field>
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy}>
            {busy ? 'Saving...' : 'Create'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
