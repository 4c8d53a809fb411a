import type { Editor } from '@tiptap/core';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { completeAddress, completedAddress } from '../web-address';
import { headingOf, linkedHeadings, nameHeading } from './heading-ids';

type LinkDialogProps = {
  editor: Editor;
  /** Whether the text is a page's, whose parts are its headings of the second level. */
  pageBlocks?: boolean;
  onClose: () => void;
};

/** Sets, changes or removes the link at the selection; without a selection it inserts the link's own text. */
export function LinkDialog({ editor, pageBlocks = false, onClose }: LinkDialogProps) {
  const current = editor.getAttributes('link');
  const isLink = editor.isActive('link');
  const needsText = editor.state.selection.empty && !isLink;
  const [error, setError] = useState<string>();
  const headings = linkedHeadings(editor.state.doc, pageBlocks ? [2] : [2, 3, 4]);

  function submit(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault();
    submitted.stopPropagation();
    const form = new FormData(submitted.currentTarget);
    let href = addressFrom(String(form.get('href')));
    if (!href) return setError('Enter an address such as https://example.com or /about');
    if (href.startsWith('#')) {
      const heading = headingOf(decoded(href.slice(1)), headings);
      if (!heading) return setError('No heading of this text has that name. Its headings are listed while you type #');
      nameHeading(editor, heading);
      href = `#${heading.id}`;
    }
    const title = String(form.get('title')).trim() || null;
    const text = String(form.get('text') ?? '').trim();
    onClose();
    const chain = editor.chain().focus();
    if (needsText) {
      chain
        .insertContent({ type: 'text', text: text || href, marks: [{ type: 'link', attrs: { href, title } }] })
        .run();
    } else {
      chain.extendMarkRange('link').setMark('link', { href, title }).run();
    }
  }

  return (
    <Dialog open onOpenChange={onClose} title="Link" className="max-w-md">
      <form onSubmit={submit} noValidate className="grid gap-4">
        <Field label="Address" error={error} required>
          <Input
            name="href"
            inputMode="url"
            autoComplete="off"
            list="headings-of-text"
            onBlur={completeAddress}
            defaultValue={current.href ?? ''}
          />
        </Field>
        <datalist id="headings-of-text">
          {headings.map(({ pos, id, text }) => (
            <option key={pos} value={`#${id}`} label={text} />
          ))}
        </datalist>
        {needsText && (
          <Field label="Text">
            <Input name="text" autoComplete="off" />
          </Field>
        )}
        <Field label="Title" hint="Optional, shown when the pointer rests on the link.">
          <Input name="title" autoComplete="off" defaultValue={current.title ?? ''} />
        </Field>
        <div className="flex flex-wrap justify-end gap-3">
          {isLink && (
            <Button
              look="quiet"
              className="me-auto -ms-3 px-3"
              onClick={() => {
                onClose();
                editor.chain().focus().extendMarkRange('link').unsetLink().run();
              }}
            >
              Remove link
            </Button>
          )}
          <Button look="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Save link</Button>
        </div>
      </form>
    </Dialog>
  );
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A usable address; null when it is none. */
function addressFrom(typed: string): string | null {
  const address = completedAddress(typed);
  return /^(https?:\/\/\S+|mailto:\S+@\S+|tel:[+\d][\d\s-]*|[/#]\S*)$/i.test(address) ? address : null;
}
