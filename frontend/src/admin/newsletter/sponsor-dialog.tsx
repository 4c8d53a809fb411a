import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Textarea } from '../../ui/textarea';
import { completedAddress } from '../web-address';
import type { Sponsor } from './issue-parts';

type SponsorDialogProps = { onAdd: (sponsor: Sponsor) => void; onClose: () => void };

/** Who paid for the slot, and what it says. Its label is not to be chosen. */
export function SponsorDialog({ onAdd, onClose }: SponsorDialogProps) {
  const [values, setValues] = useState<Sponsor>({ brand: '', title: '', href: '', text: '' });
  const [isAsked, setAsked] = useState(false);
  const missing = isAsked ? missingIn(values) : {};
  const set = (field: Partial<Sponsor>) => setValues((now) => ({ ...now, ...field }));

  function submit(submitted: FormEvent) {
    submitted.preventDefault();
    submitted.stopPropagation();
    setAsked(true);
    if (Object.keys(missingIn(values)).length > 0) return;
    const { brand, title, href, text } = values;
    onAdd({ brand: brand.trim(), title: title.trim(), href: completedAddress(href), text: text.trim() });
  }

  return (
    <Dialog open onOpenChange={onClose} title="Add a sponsor">
      <form noValidate className="grid gap-5" onSubmit={submit}>
        <Field label="Brand" hint="Readers see “Sponsored by …” above it." required error={missing.brand}>
          <Input maxLength={40} value={values.brand} onChange={(event) => set({ brand: event.target.value })} />
        </Field>
        <Field label="Headline" required error={missing.title}>
          <Input maxLength={120} value={values.title} onChange={(event) => set({ title: event.target.value })} />
        </Field>
        <Field label="Link" hint="An https address." required error={missing.href}>
          <Input
            type="url"
            maxLength={500}
            value={values.href}
            onChange={(event) => set({ href: event.target.value })}
            onBlur={() => set({ href: completedAddress(values.href) })}
          />
        </Field>
        <Field label="Text">
          <Textarea
            rows={3}
            maxLength={300}
            value={values.text}
            onChange={(event) => set({ text: event.target.value })}
          />
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button type="submit">Add</Button>
          <Button look="outline" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function missingIn({ brand, title, href }: Sponsor): Partial<Record<keyof Sponsor, string>> {
  return {
    ...(brand.trim() === '' && { brand: 'Say who sponsors it.' }),
    ...(title.trim() === '' && { title: 'Write a headline.' }),
    ...(!isHttps(completedAddress(href)) && { href: 'Write an address that begins with https://.' }),
  };
}

function isHttps(href: string): boolean {
  return href.startsWith('https://') && URL.canParse(href);
}
