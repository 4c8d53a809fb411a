import { useState } from 'react';
import { IdempotencyKey } from '../../api/idempotency-key';
import { ApiProblem } from '../../api/problem';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Textarea } from '../../ui/textarea';
import { addNote } from './api';
import { matchingNames, mentionBegun, withMention } from './mention';

type NoteFormProps = {
  postId: number;
  label: string;
  /** User names of who may be mentioned. */
  names: readonly string[];
  /** The passage that the note is about; empty: the whole post. */
  quote?: string;
  /** The note that it answers. */
  parentId?: number;
  onAdded: () => unknown;
  onCancel: () => void;
};

/** Writes a note, or an answer to one. What was typed stays until the server has it. */
export function NoteForm({ postId, label, names, quote = '', parentId, onAdded, onCancel }: NoteFormProps) {
  const [text, setText] = useState('');
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [key] = useState(() => new IdempotencyKey());
  const begun = mentionBegun(text);
  const suggested = begun === null ? [] : matchingNames(names, begun);

  async function send() {
    setBusy(true);
    setFailure(undefined);
    try {
      await addNote(postId, { text, quote, parent_id: parentId ?? null }, key);
      setText('');
      await onAdded();
    } catch (cause) {
      console.error(cause);
      setFailure(cause instanceof ApiProblem ? cause.error : 'The note was not saved. Try again.');
    } finally {
      setBusy(false);
    }
  }

  // No form element: it stands inside the post's form.
  return (
    <div className="grid gap-2">
      {quote && (
        <blockquote className="line-clamp-3 border-s-2 border-rule-strong ps-3 text-sm text-ink-2 italic">
          {quote}
        </blockquote>
      )}
      <Field label={label} hint="Type @ and a name to tell somebody by e-mail." error={failure}>
        <Textarea
          rows={3}
          maxLength={2000}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(pressed) => {
            if (pressed.key === 'Enter' && (pressed.ctrlKey || pressed.metaKey) && text.trim()) {
              pressed.preventDefault();
              void send();
            }
          }}
        />
      </Field>
      {suggested.length > 0 && (
        <ul aria-label="People" className="flex flex-wrap gap-1.5">
          {suggested.map((name) => (
            <li key={name}>
              <Button look="outline" size="sm" className="min-h-9" onClick={() => setText(withMention(text, name))}>
                @{name}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex gap-2">
        <Button look="ink" size="sm" className="min-h-10 px-4" busy={busy} disabled={!text.trim()} onClick={send}>
          {parentId ? 'Answer' : 'Add note'}
        </Button>
        <Button look="quiet" size="sm" className="min-h-10" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
