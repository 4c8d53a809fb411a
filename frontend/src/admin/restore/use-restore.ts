import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { ApiProblem } from '../../api/problem';
import { reloadTrash, restore, type TrashRef } from '../calls/trash';
import { OUTCOME, showOutcome } from '../screen/outcome-toast';

const DONE = {
  post: 'Post restored as a draft.',
  page: 'Page restored as a draft.',
  media: 'File restored.',
};

/** Restores from the trash, with a toast that says so. */
export function useRestore() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (item: TrashRef) => restore(item),
    onSuccess: (_answer, { kind }) => {
      showOutcome({ message: DONE[kind] });
    },
    onError: (cause) => {
      console.error(cause);
      toast.error(cause instanceof ApiProblem ? cause.error : 'Failed to restore', OUTCOME);
    },
    onSettled: () => void reloadTrash(client),
  });
}
