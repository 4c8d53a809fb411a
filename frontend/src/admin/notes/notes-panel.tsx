import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MessageSquarePlus } from 'lucide-react';
import { useState } from 'react';
import type { PostNote } from '../../api/types';
import { Button } from '../../ui/button';
import { ErrorLine } from '../screen/error-line';
import { isOpenThread, notesQuery, reloadNotes } from './api';
import { NoteForm } from './note-form';
import { NoteThread } from './note-thread';

type NotesPanelProps = {
  postId: number;
  /** What is selected in the text; empty: nothing. */
  selectedPassage: () => string;
  onPassage: (quote: string) => void;
};

/** The newsroom's notes on a post. */
export function NotesPanel({ postId, selectedPassage, onPassage }: NotesPanelProps) {
  const client = useQueryClient();
  const { data, isPending, isError, refetch } = useQuery(notesQuery(postId));
  /** The passage of the note that is being written; null while none is. */
  const [quote, setQuote] = useState<string | null>(null);
  const [showResolved, setShowResolved] = useState(false);
  const notes = data?.data ?? [];
  const names = data?.people.map(({ username }) => username) ?? [];
  const threads = notes.filter(({ parent_id }) => parent_id === null);
  const open = threads.filter(isOpenThread);
  const resolved = threads.length - open.length;
  const reload = () => reloadNotes(client, postId);

  const thread = (first: PostNote) => (
    <NoteThread
      key={first.id}
      postId={postId}
      first={first}
      answers={notes.filter(({ parent_id }) => parent_id === first.id)}
      names={names}
      onChanged={reload}
      onPassage={onPassage}
    />
  );

  return (
    <section aria-labelledby="notes-title" className="grid gap-4 rounded-lg border border-rule bg-raised p-4">
      <div className="flex items-center justify-between gap-3">
        <h3 id="notes-title" tabIndex={-1} className="scroll-mt-20 text-sm font-semibold outline-none">
          Notes{open.length > 0 && <span className="ms-1.5 font-normal text-ink-3 tabular-nums">{open.length}</span>}
        </h3>
        {quote === null && (
          <Button look="quiet" size="sm" className="-me-2 min-h-10" onClick={() => setQuote(selectedPassage())}>
            <MessageSquarePlus aria-hidden="true" />
            Add note
          </Button>
        )}
      </div>
      {quote !== null && (
        <NoteForm
          postId={postId}
          label={quote ? 'Note on this passage' : 'Note on the whole post'}
          names={names}
          quote={quote}
          onAdded={() => {
            setQuote(null);
            return reload();
          }}
          onCancel={() => setQuote(null)}
        />
      )}
      {isPending && <p className="text-sm text-ink-2">Loading notes…</p>}
      {isError && <ErrorLine onRetry={() => refetch()}>The notes could not be loaded.</ErrorLine>}
      {data && open.length === 0 && quote === null && (
        <p className="text-sm text-ink-2">
          Select a passage and press Add note, or write one on the whole post. Readers never see notes.
        </p>
      )}
      {open.length > 0 && <ul aria-label="Open notes">{open.map(thread)}</ul>}
      {resolved > 0 && (
        <>
          <Button
            look="quiet"
            size="sm"
            className="-ms-3 min-h-10 justify-self-start"
            aria-expanded={showResolved}
            onClick={() => setShowResolved(!showResolved)}
          >
            {showResolved ? 'Hide resolved notes' : `Show ${resolved} resolved`}
          </Button>
          {showResolved && (
            <ul aria-label="Resolved notes">{threads.filter(({ resolved_at }) => resolved_at !== null).map(thread)}</ul>
          )}
        </>
      )}
    </section>
  );
}
