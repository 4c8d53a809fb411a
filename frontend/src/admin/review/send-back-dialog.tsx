import { useState } from 'react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Textarea } from '../../ui/textarea';

type SendBackDialogProps = { isPublic: boolean; onClose: () => void; onSend: (note: string) => void };

/** Asks what the writer should change. */
export function SendBackDialog({ isPublic, onClose, onSend }: SendBackDialogProps) {
  const [note, setNote] = useState('');
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Send this post back?"
      description={
        isPublic
          ? 'It leaves the site and is a draft again. Its writer gets an e-mail.'
          : 'It is a draft again, and its writer gets an e-mail.'
      }
    >
      <form
        className="grid gap-4"
        onSubmit={(submitted) => {
          submitted.preventDefault();
          // In React it stands within the post's form, which would be saved a second time.
          submitted.stopPropagation();
          onSend(note.trim());
        }}
      >
        <Field label="Note to the writer" hint="Stands with the post’s notes. May be empty.">
          <Textarea rows={4} maxLength={2000} value={note} onChange={({ target }) => setNote(target.value)} />
        </Field>
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="ink">
            Send back
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
