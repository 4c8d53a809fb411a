import { useState } from 'react';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import { Textarea } from '../../ui/textarea';
import { toast } from '../../ui/toaster';

/** The parts of `ui/` that only the admin area uses so far. */
export function Primitives() {
  const [open, setOpen] = useState<'dialog' | 'question' | null>(null);
  return (
    <div className="grid max-w-xl gap-5">
      <Field label="Title" required hint="One line.">
        <Input placeholder="A field" />
      </Field>
      <Field label="Slug" error="This slug is taken.">
        <Input defaultValue="a-slug" />
      </Field>
      <Field label="Category">
        <Select>
          <option>Tech</option>
          <option>Business</option>
        </Select>
      </Field>
      <Field label="Extra Text">
        <Textarea />
      </Field>
      <Checkbox label="Today's Pick" hint="Stands at the top of home." defaultChecked />
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setOpen('dialog')}>Open a dialog</Button>
        <Button look="danger" onClick={() => setOpen('question')}>
          Ask a question
        </Button>
        <Button busy>Saving...</Button>
        <Button look="outline" onClick={() => toast.success('Saved.')}>
          A toast of success
        </Button>
        <Button look="outline" onClick={() => toast.error('That did not work.')}>
          A toast of an error
        </Button>
      </div>
      <Dialog open={open === 'dialog'} onOpenChange={() => setOpen(null)} title="A dialog">
        <p>It holds the focus and gives it back.</p>
      </Dialog>
      <ConfirmDialog
        open={open === 'question'}
        onOpenChange={() => setOpen(null)}
        title="Delete this sample?"
        confirmLabel="Delete"
        onConfirm={() => setOpen(null)}
      />
    </div>
  );
}
