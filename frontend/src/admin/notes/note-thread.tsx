import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import type { PostNote } from '../../api/types';
import { Button } from '../../ui/button';
import { formatMoment } from '../time/publication-time';
import { resolveThread } from './api';
import { NoteForm } from './note-form';

type NoteThreadProps = {
  postId: number;
  first: PostNote;
  answers: readonly PostNote[];
  names: readonly string[];
  onChanged: () => unknown;
  /** Shows the passage in the text. */
  onPassage: (quote: string) => void;
};

/** A note with its answers. */
export function NoteThread({ postId, first, answers, names, onChanged, onPassage }: NoteThreadProps) {
  const [answering, setAnswering] = useState(false);
  const isResolved = first.resolved_at !== null;
  const resolve = useMutation({
    mutationFn: () => resolveThread(first.id, !isResolved),
    onSuccess: onChanged,
    onError: (cause) => {
      console.error(cause);
      toast.error('The note was not changed. Try again.');
    },
  });
  return (
    <li className="grid gap-3 border-t border-rule py-4 first:border-t-0 first:pt-0">
      {first.quote && (
        <button
          type="button"
          onClick={() => onPassage(first.quote)}
          className="line-clamp-3 rounded-sm border-s-2 border-ember ps-3 text-start text-sm text-ink-2 italic hover:text-ink"
        >
          <span className="sr-only">Show in the text: </span>
          <bdi>{first.quote}</bdi>
        </button>
      )}
      {[first, ...answers].map((note) => (
        <div key={note.id} className={note.id === first.id ? undefined : 'border-s border-rule ps-3'}>
          <p className="text-xs text-ink-3">
            <span className="font-semibold text-ink-2">
              {note.by_link ? 'By preview link' : (note.author ?? 'Somebody who left')}
            </span>{' '}
            <time dateTime={note.created_at}>{formatMoment(note.created_at)}</time>
          </p>
          <p dir="auto" className="mt-0.5 text-sm whitespace-pre-line wrap-anywhere">
            {note.text}
          </p>
        </div>
      ))}
      {answering ? (
        <NoteForm
          postId={postId}
          label="Your answer"
          names={names}
          parentId={first.id}
          onAdded={() => {
            setAnswering(false);
            return onChanged();
          }}
          onCancel={() => setAnswering(false)}
        />
      ) : (
        <div className="-ms-3 flex gap-1">
          <Button look="quiet" size="sm" className="min-h-10" onClick={() => setAnswering(true)}>
            Answer<span className="sr-only"> {first.author}</span>
          </Button>
          <Button look="quiet" size="sm" className="min-h-10" busy={resolve.isPending} onClick={() => resolve.mutate()}>
            {isResolved ? 'Open again' : 'Resolve'}
          </Button>
        </div>
      )}
    </li>
  );
}
