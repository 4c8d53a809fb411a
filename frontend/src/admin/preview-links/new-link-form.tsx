import { useState } from 'react';
import toast from 'react-hot-toast';
import { IdempotencyKey } from '../../api/idempotency-key';
import { ApiProblem } from '../../api/problem';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { copyText } from '../../ui/copy-text';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import { createPreviewLink } from './api';

const DAYS = [1, 3, 7, 14, 30];

/** Makes a link, and shows its address, which is said this once. */
export function NewLinkForm({ postId, onMade }: { postId: number; onMade: () => unknown }) {
  const [days, setDays] = useState(7);
  const [mayApprove, setMayApprove] = useState(true);
  const [url, setUrl] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [key] = useState(() => new IdempotencyKey());

  async function make() {
    setBusy(true);
    setFailure(undefined);
    try {
      const made = await createPreviewLink(postId, { days, may_approve: mayApprove }, key);
      setUrl(made.url);
      await onMade();
    } catch (cause) {
      console.error(cause);
      setFailure(
        cause instanceof ApiProblem ? (cause.fields.days ?? cause.error) : 'The link was not made. Try again.',
      );
    } finally {
      setBusy(false);
    }
  }

  async function copy() {
    if (url && (await copyText(url))) toast.success('Link copied.');
    else toast.error('The link could not be copied. Select it and copy it by hand.');
  }

  return (
    <form
      className="grid gap-4"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        void make();
      }}
    >
      <div className="grid gap-4 sm:grid-cols-[10rem_1fr] sm:items-end">
        <Field label="Good for" error={failure}>
          <Select value={days} onChange={({ target }) => setDays(Number(target.value))}>
            {DAYS.map((count) => (
              <option key={count} value={count}>
                {count === 1 ? '1 day' : `${count} days`}
              </option>
            ))}
          </Select>
        </Field>
        <Checkbox
          className="sm:pb-2.5"
          label="May agree, or leave a note"
          checked={mayApprove}
          onCheckedChange={(checked) => setMayApprove(checked === true)}
        />
      </div>
      <div>
        <Button type="submit" look="ink" busy={busy}>
          Make link
        </Button>
      </div>
      {url && (
        <div className="grid gap-2 rounded-md bg-sunk p-4">
          <Field label="New link" hint="Copy it now: it is not shown again.">
            <Input readOnly value={url} onFocus={({ target }) => target.select()} />
          </Field>
          <div>
            <Button look="outline" onClick={copy}>
              Copy link
            </Button>
          </div>
        </div>
      )}
    </form>
  );
}
