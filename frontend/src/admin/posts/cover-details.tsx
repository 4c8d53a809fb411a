import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { LibraryItem } from '../../api/types';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Textarea } from '../../ui/textarea';
import { FocalPointField } from '../library/focal-point-field';
import type { CoverDetails } from './cover';
import type { PostFormValues } from './post-values';

type DetailsProps = { details: CoverDetails; onChange: (change: Partial<CoverDetails>) => void };

/** What is said of the cover. */
export function CoverFields({ details, onChange }: DetailsProps) {
  const { errors } = useFormContext<PostFormValues>().formState;
  const wrong = errors.cover_details;
  return (
    <div className="grid min-w-0 content-start gap-4">
      <Field label="Description" hint="For people who cannot see it (alt text)." error={wrong?.alt?.message}>
        <Textarea rows={2} value={details.alt} onChange={({ target }) => onChange({ alt: target.value })} />
      </Field>
      <Field label="Caption" hint="Stands under it on the post's page." error={wrong?.caption?.message}>
        <Textarea rows={2} value={details.caption} onChange={({ target }) => onChange({ caption: target.value })} />
      </Field>
      <Field label="Credit" hint="Who made it." error={wrong?.credit?.message}>
        <Input
          autoComplete="off"
          value={details.credit}
          onChange={({ target }) => onChange({ credit: target.value })}
        />
      </Field>
      <p className="text-xs text-ink-3">These belong to the file, wherever it is the cover.</p>
    </div>
  );
}

/** Where the cover may be cut. */
export function CoverFocus({ file, details, onChange }: DetailsProps & { file: LibraryItem }) {
  const { errors } = useFormContext<PostFormValues>().formState;
  const [opened, setOpened] = useState(false);
  if (!file.picture) return null;
  const { focal_point: point } = details;
  const wrong = errors.cover_details?.focal_point?.message;
  return (
    <details
      open={opened || Boolean(wrong)}
      onToggle={(toggled) => setOpened(toggled.currentTarget.open)}
      className="group mt-2 border-t border-rule pt-3"
    >
      <summary className="flex min-h-10 cursor-pointer list-none items-center gap-1.5 rounded-sm text-sm font-semibold text-ink-2 hover:text-ink">
        <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90" />
        Focal point and crops
        <span className="font-normal text-ink-3">
          {point ? `${point.x}% from the left, ${point.y}% from the top` : 'the centre'}
        </span>
      </summary>
      <div className="pt-3">
        <FocalPointField file={file} value={point} error={wrong} onChange={(next) => onChange({ focal_point: next })} />
      </div>
    </details>
  );
}
