import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import toast from 'react-hot-toast';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { deletePost } from '../calls/posts';
import { showDeletedToast } from './deleted-toast';
import { useRestore } from './use-restore';

type Asked = { id: number; title: string };

type DeletePost = {
  /** Asks first. */
  ask: (post: Asked) => void;
  /** Id of the post that is being deleted. */
  deletingId: number | undefined;
  /** Stands somewhere on the screen. */
  question: ReactNode;
};

/** Deletes a post once that was agreed to, with Undo. `onRestored`: somebody pressed it. */
export function useDeletePost(onDeleted: (id: number) => void, onRestored?: (id: number) => void): DeletePost {
  const [asked, setAsked] = useState<Asked | null>(null);
  const restore = useRestore();
  const remove = useMutation({
    mutationFn: deletePost,
    onSuccess: (_answer, id) => {
      showDeletedToast({
        message: 'Post deleted successfully',
        details: ['It lies in the trash for 30 days.'],
        onUndo: () => restore.mutate({ kind: 'post', id }, { onSuccess: () => onRestored?.(id) }),
      });
      onDeleted(id);
    },
    onError: (cause) => {
      console.error(cause);
      toast.error('Failed to delete post');
    },
  });
  const question = (
    <ConfirmDialog
      open={asked !== null}
      onOpenChange={() => setAsked(null)}
      title="Are you sure you want to delete this post?"
      confirmLabel="Delete"
      onConfirm={() => {
        if (asked) remove.mutate(asked.id);
        setAsked(null);
      }}
    >
      “{asked?.title}” goes to the trash, where it stays for 30 days.
    </ConfirmDialog>
  );
  return { ask: setAsked, deletingId: remove.isPending ? remove.variables : undefined, question };
}
