import type { Editor, JSONContent } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { EditorContent, useEditor } from '@tiptap/react';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field, useFieldControl } from '../../ui/field';
import { noteDocument, noteExtensions, noteOf, noteText } from './note-schema';
import { useFieldAttributes } from './use-field-attributes';
import { WholeLinks } from './whole-links';

/** Writes the note of the selected footnote, or of a new one at the caret. */
export function FootnoteDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [opened] = useState(() => selectedNote(editor));
  const [note, setNote] = useState<JSONContent[]>(opened ?? []);
  const [error, setError] = useState<string>();

  function submit(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault();
    submitted.stopPropagation();
    if (!noteText(note).trim()) return setError('Write what the note says');
    onClose();
    const chain = editor.chain().focus();
    if (opened) chain.updateAttributes('footnote', { note }).run();
    else chain.insertContent({ type: 'footnote', attrs: { note } }).run();
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Footnote"
      description="Readers find it below the text, numbered by its place. Addresses become links."
      className="max-w-md"
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <Field label="Note" error={error} required>
          <NoteField note={note} onChange={setNote} />
        </Field>
        <div className="flex flex-wrap justify-end gap-3">
          {opened && (
            <Button
              look="quiet"
              className="me-auto -ms-3 px-3"
              onClick={() => {
                onClose();
                editor.chain().focus().deleteSelection().run();
              }}
            >
              Remove footnote
            </Button>
          )}
          <Button look="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Save footnote</Button>
        </div>
      </form>
    </Dialog>
  );
}

type NoteFieldProps = { note: JSONContent[]; onChange: (note: JSONContent[]) => void };

function NoteField({ note, onChange }: NoteFieldProps) {
  const field = useFieldControl();
  const editor = useEditor({
    extensions: [...noteExtensions, WholeLinks],
    content: noteDocument(note),
    autofocus: 'end',
    onUpdate: ({ editor: changed }) => onChange(noteOf(changed.getJSON())),
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': 'Note',
        spellcheck: 'true',
        class: 'min-h-24 px-3 py-2 text-base outline-none [&_a]:underline',
      },
    },
  });
  useFieldAttributes(editor, field);
  return (
    <EditorContent
      editor={editor}
      className="rounded-md border border-control bg-raised focus-within:border-ink focus-within:shadow-[inset_0_0_0_1px_var(--ink)]"
    />
  );
}

function selectedNote({ state: { selection } }: Editor): JSONContent[] | null {
  const isFootnote = selection instanceof NodeSelection && selection.node.type.name === 'footnote';
  return isFootnote ? selection.node.attrs.note : null;
}
