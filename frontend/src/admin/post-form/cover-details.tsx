import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { LibraryItem } from '../../api/types';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Textarea } from '../../ui/textarea';
import { FocalPointField } from '../file-picker/focal-point-field';
import type { CoverDetails } from '../post-values/cover';
import type { PostFormValues } from '../post-values/post-values';

type DetailsProps = { details: CoverDetails; onChange: (change: Partial<CoverDetails>) => void };

/** What is said of the cover: open at first where it is new. */
export function CoverFields({ details, onChange }: DetailsProps) {
  const { errors, defaultValues } = useFormContext<PostFormValues>().formState;
  const wrong = errors.cover_details;
  const [isOpen, setOpen] = useState(defaultValues?.media_url !== details.url);
  const hasWrong = Boolean(wrong?.alt ?? wrong?.caption ?? wrong?.credit);
  return (
    <Disclosure
      name="Description, caption and credit"
      state={details.alt || 'not described yet'}
      isOpen={isOpen || hasWrong}
      onToggle={setOpen}
    >
      <div className="grid gap-4">
        <Field label="Description" hint="For people who cannot see it (alt text)." error={wrong?.alt?.message}>
          <Textarea rows={2} value={details.alt} onChange={({ target }) => onChange({ alt: target.value })} />
        </Field>
        <Field label="Caption" hint="Shown below it on the post's page." error={wrong?.caption?.message}>
          <Textarea rows={2} value={details.caption} onChange={({ target }) => onChange({ caption: target.value })} />
        </Field>
        <Field label="Credit" hint="Who made it." error={wrong?.credit?.message}>
          <Input
            autoComplete="off"
            value={details.credit}
            onChange={({ target }) => onChange({ credit: target.value })}
          />
        </Field>
        <p className="text-xs text-ink-3">These are kept with the file, for every post with this cover.</p>
      </div>
    </Disclosure>
  );
}

/** Where the cover may be cut. */
export function CoverFocus({ file, details, onChange }: DetailsProps & { file: LibraryItem }) {
  const { errors } = useFormContext<PostFormValues>().formState;
  const [isOpen, setOpen] = useState(false);
  if (!file.picture) return null;
  const { focal_point: point } = details;
  const wrong = errors.cover_details?.focal_point?.message;
  return (
    <Disclosure
      name="Focal point and crops"
      state={point ? `${point.x}% from the left, ${point.y}% from the top` : 'the centre'}
      isOpen={isOpen || Boolean(wrong)}
      onToggle={setOpen}
    >
      <FocalPointField file={file} value={point} error={wrong} onChange={(next) => onChange({ focal_point: next })} />
    </Disclosure>
  );
}

type DisclosureProps = {
  name: string;
  state: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  children: ReactNode;
};

/** What can be opened under the cover, and what it holds now. */
function Disclosure({ name, state, isOpen, onToggle, children }: DisclosureProps) {
  return (
    <details
      open={isOpen}
      onToggle={(toggled) => onToggle(toggled.currentTarget.open)}
      className="group border-t border-rule"
    >
      <summary className="flex min-h-10 cursor-pointer list-none items-center gap-1.5 rounded-sm text-sm font-semibold text-ink-2 hover:text-ink pointer-coarse:min-h-11">
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 transition-transform group-open:rotate-90" />
        <span className="shrink-0">{name}</span>
        <span className="min-w-0 truncate font-normal text-ink-3">{state}</span>
      </summary>
      <div className="pt-1 pb-4">{children}</div>
    </details>
  );
}
