import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { ApiProblem } from '../../api/problem';
import type { BulkInput, BulkResult, DeskPost } from '../../api/types';
import { changePosts } from '../calls/posts';
import { showDeletedToast } from '../restore/deleted-toast';
import { OUTCOME, showOutcome } from '../screen/outcome-toast';

export type BulkAction = BulkInput['action'];

/** A post that an action left as it was, and why. */
export type Refused = { id: number; title: string; why: string };

/** Which posts of a page are chosen, and what was done to them. */
export function useBulk(posts: readonly DeskPost[], onChanged: (ids: number[], action: BulkAction) => void) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [refused, setRefused] = useState<Refused[]>([]);
  // What is on another page now, or gone, is not chosen any more.
  const selected = posts.filter(({ id }) => chosen.has(id));

  const undo = useMutation({
    mutationFn: (ids: number[]) => changePosts({ action: 'restore', value: '', posts: ids.map((id) => ({ id })) }),
    onSuccess: ({ data }) => {
      const restored = doneIds({ data });
      const message =
        restored.length === 1 ? 'Post restored as a draft.' : `${restored.length} posts restored as drafts.`;
      showOutcome({ message });
    },
    onError: failed,
    onSettled: (_answer, _cause, ids) => onChanged(ids, 'restore'),
  });

  const change = useMutation({
    mutationFn: ({ action, value, posts: targets }: Change) =>
      changePosts({ action, value, posts: targets.map(({ id, revision }) => ({ id, revision })) }),
    onSuccess: ({ data }, { action, posts: targets }) => {
      const done = doneIds({ data });
      const title = (id: number) => targets.find((post) => post.id === id)?.title ?? '';
      const left = data.filter(({ outcome }) => outcome === 'refused');
      setRefused(left.map(({ id, message }) => ({ id, title: title(id), why: message ?? '' })));
      setChosen(new Set(left.map(({ id }) => id)));
      if (action === 'trash' && done.length > 0) {
        const one = done.length === 1;
        const kept = `${one ? 'It lies' : 'They lie'} in the trash for 30 days.`;
        showDeletedToast({
          message: one ? 'Post deleted successfully' : `${done.length} posts deleted successfully`,
          details: [kept, ...(left.length > 0 ? [leftText(left.length)] : [])],
          onUndo: () => undo.mutate(done),
        });
      } else if (left.length < data.length) {
        const message = doneText(done.length, data.length - left.length - done.length);
        showOutcome({ message, details: left.length > 0 ? [leftText(left.length)] : [] });
      } else {
        toast.error(leftText(left.length), OUTCOME);
      }
      onChanged(done, action);
    },
    onError: failed,
  });

  return {
    selected,
    refused,
    busy: change.isPending,
    choose: (id: number, on: boolean) =>
      setChosen((before) => new Set(on ? [...before, id] : [...before].filter((other) => other !== id))),
    chooseAll: (on: boolean) => setChosen(new Set(on ? posts.map(({ id }) => id) : [])),
    run: (action: BulkAction, value = '') => change.mutate({ action, value, posts: selected }),
    forget: () => setRefused([]),
  };
}

type Change = { action: BulkAction; value: string; posts: readonly DeskPost[] };

function doneIds({ data }: BulkResult): number[] {
  return data.filter(({ outcome }) => outcome === 'done').map(({ id }) => id);
}

function doneText(done: number, unchanged: number): string {
  const changed = done === 1 ? '1 post changed' : `${done} posts changed`;
  return unchanged > 0 ? `${changed}, ${unchanged} ${unchanged === 1 ? 'was' : 'were'} so before` : changed;
}

function leftText(left: number): string {
  return left === 1 ? '1 post was not changed.' : `${left} posts were not changed.`;
}

function failed(cause: unknown) {
  console.error(cause);
  toast.error(cause instanceof ApiProblem ? cause.error : 'Failed to change the posts', OUTCOME);
}
