import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Textarea } from '../../ui/textarea';
import { linesOf, parseScore, parseSpecs, type Review } from './review';

type ReviewDialogProps = { review: Review | null; onSave: (review: Review) => void; onClose: () => void };

/** The form of a review box. */
export function ReviewDialog({ review, onSave, onClose }: ReviewDialogProps) {
  const [errors, setErrors] = useState<{ name?: string; score?: string; specs?: string }>({});

  function submit(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault();
    submitted.stopPropagation(); // React events bubble through portals, and below is the post form
    const form = new FormData(submitted.currentTarget);
    const typed = (field: string) => String(form.get(field) ?? '');
    const [name, score] = [typed('name').trim(), parseScore(typed('score'))];
    const specs = parseSpecs(typed('specs'));
    const found = {
      name: name ? undefined : 'Name what is reviewed',
      score: score === null ? 'Enter a number from 0 to 10, such as 8.5' : undefined,
      specs:
        specs.length < linesOf(typed('specs')).length ? 'Write a name, a colon and a value on each line' : undefined,
    };
    setErrors(found);
    if (score === null || found.name || found.specs) return;
    const verdict = linesOf(typed('verdict')).join(' ');
    onSave({ name, score, pros: linesOf(typed('pros')), cons: linesOf(typed('cons')), specs, verdict });
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Review box"
      description="Search engines can show the product and its score."
      className="max-w-xl"
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_9rem]">
          <Field label="What is reviewed" error={errors.name} required>
            <Input name="name" autoComplete="off" defaultValue={review?.name} />
          </Field>
          <Field label="Score out of 10" error={errors.score} required>
            <Input name="score" inputMode="decimal" autoComplete="off" defaultValue={review?.score} />
          </Field>
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Pros" hint="One on each line.">
            <Textarea name="pros" rows={4} defaultValue={review?.pros.join('\n')} />
          </Field>
          <Field label="Cons" hint="One on each line.">
            <Textarea name="cons" rows={4} defaultValue={review?.cons.join('\n')} />
          </Field>
        </div>
        <Field label="Specifications" hint="One on each line, as in “Weight: 2 kg”." error={errors.specs}>
          <Textarea
            name="specs"
            rows={3}
            defaultValue={review?.specs.map((spec) => `${spec.name}: ${spec.value}`).join('\n')}
          />
        </Field>
        <Field label="Verdict">
          <Textarea name="verdict" rows={3} defaultValue={review?.verdict} />
        </Field>
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Save review</Button>
        </div>
      </form>
    </Dialog>
  );
}
