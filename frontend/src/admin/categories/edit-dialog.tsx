import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiProblem } from '../../api/problem';
import type { AdminCategory, CategoryUpdate } from '../../api/types';
import { categoryPath } from '../../site/post-cards/post-path';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Textarea } from '../../ui/textarea';
import { reloadCategories, updateCategory } from '../calls/categories';
import { ErrorLine } from '../screen/error-line';
import { SeeOnSite, showOutcome } from '../screen/outcome-toast';
import { ColourControl } from '../settings-form/colour-control';
import { PictureField } from '../settings-form/picture-field';

type Values = Required<{ [Key in keyof CategoryUpdate]: NonNullable<CategoryUpdate[Key]> }>;

/** What a category is called, what it says of itself and where its posts appear. A save sends what changed alone. */
export function EditDialog({ category, onClose }: { category: AdminCategory; onClose: () => void }) {
  const client = useQueryClient();
  const [before] = useState<Values>(() => valuesOf(category));
  const [values, setValues] = useState(before);
  const set = (changes: Partial<Values>) => setValues((now) => ({ ...now, ...changes }));

  const save = useMutation({
    mutationFn: () => updateCategory(category.id, changesOf(before, values)),
    onSuccess: ({ message }) => {
      showOutcome({
        message,
        details: ['Readers see it so at once.'],
        action: <SeeOnSite path={categoryPath(category.slug)} />,
      });
      void reloadCategories(client);
      onClose();
    },
    onError: (cause) => console.error(cause),
  });
  const problem = save.error instanceof ApiProblem ? save.error : null;
  const fields = problem?.fields ?? {};
  const failure = save.error && Object.keys(fields).length === 0 && (problem?.error ?? 'Failed to save the category');

  function submit(submitted: FormEvent) {
    submitted.preventDefault();
    save.mutate();
  }

  return (
    <Dialog open onOpenChange={onClose} title={`Edit ${category.name}`}>
      <form onSubmit={submit} noValidate className="grid gap-5">
        <Field label="Name" hint="Its address stays, so no link breaks." error={fields.name} required>
          <Input
            autoComplete="off"
            maxLength={80}
            value={values.name}
            onChange={(event) => set({ name: event.target.value })}
          />
        </Field>
        <Field
          label="Description"
          hint={`One or two sentences below its name, and for search engines. ${values.description.length} of 300.`}
          error={fields.description}
        >
          <Textarea
            rows={3}
            value={values.description}
            onChange={(event) => set({ description: event.target.value })}
          />
        </Field>
        <Field
          label="Colour"
          hint="For its label and line, with a shade for each theme. Left empty, it is the site’s colour."
          error={fields.colour}
        >
          <ColourControl value={values.colour} onChange={(colour) => set({ colour })} />
        </Field>
        <Field
          label="Picture"
          hint="Shown on its page and with shared links; best 1,200 by 630 pixels."
          error={fields.picture}
        >
          <PictureField
            label="Picture"
            hash={values.picture}
            disabled={false}
            onChange={(picture) => set({ picture })}
          />
        </Field>
        <Places isSponsored={category.slug === 'sponsored'} values={values} onChange={set} />
        {failure && <ErrorLine>{failure}</ErrorLine>}
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={save.isPending}>
            {save.isPending ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type PlacesProps = { isSponsored: boolean; values: Values; onChange: (changes: Partial<Values>) => void };

/** Where its posts appear. */
function Places({ isSponsored, values, onChange }: PlacesProps) {
  if (isSponsored)
    return <p className="text-sm text-ink-2">Sponsored posts have a box of their own on home, and are never news.</p>;
  return (
    <>
      <Checkbox
        label="On home"
        hint="It has a section on the front page, with the other sections."
        checked={values.on_home}
        onCheckedChange={(checked) => onChange({ on_home: checked === true })}
      />
      <Checkbox
        label="News"
        hint="Its posts appear in Most Recent, in the site’s feeds and in news search."
        checked={values.is_news}
        onCheckedChange={(checked) => onChange({ is_news: checked === true })}
      />
    </>
  );
}

function valuesOf({ name, description, colour, picture, on_home, is_news }: AdminCategory): Values {
  return { name, description, colour, picture: picture?.hash ?? '', on_home, is_news };
}

/** What is absent stays, also where somebody else changed it meanwhile. */
function changesOf(before: Values, now: Values): CategoryUpdate {
  const keys = Object.keys(now) as (keyof Values & string)[];
  return Object.fromEntries(keys.filter((key) => before[key] !== now[key]).map((key) => [key, now[key]]));
}
