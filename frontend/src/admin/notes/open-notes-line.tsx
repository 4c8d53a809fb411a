import { useQuery } from '@tanstack/react-query';
import { ArrowDown } from 'lucide-react';
import { cn } from '../../ui/cn';
import { isOpenThread, notesQuery } from './api';

/** On a narrow screen the notes stand far below the text: this shows the newest that is open, and leads to them. */
export function OpenNotesLine({ postId }: { postId: number }) {
  const { data } = useQuery(notesQuery(postId));
  const open = data?.data.filter(isOpenThread) ?? [];
  const newest = open.at(-1);
  if (!newest) return null;
  return (
    <button
      type="button"
      onClick={() => document.getElementById('notes-title')?.focus()}
      className={cn(
        'flex min-h-11 w-full items-center gap-3 rounded-sm border-s-2 border-ember bg-sunk px-4 py-3',
        'text-start text-sm lg:hidden',
      )}
    >
      <span className="me-auto grid min-w-0 gap-0.5">
        <span className="font-semibold">{open.length === 1 ? '1 open note' : `${open.length} open notes`}</span>
        <span className="line-clamp-2 text-ink-2 wrap-anywhere">{newest.text}</span>
      </span>
      <ArrowDown aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
    </button>
  );
}
