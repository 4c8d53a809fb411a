import { type UseQueryResult, useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import toast from 'react-hot-toast';
import type { AdminPostList } from '../../api/types';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { showDeletedToast } from '../trash/deleted-toast';
import { useRestore } from '../trash/use-restore';
import { deletePost, POSTS_PER_PAGE } from './api';
import { PostRow } from './post-row';

type PostListProps = {
  /** What narrows the list; stands under its heading. */
  filter: ReactNode;
  narrowed: boolean;
  posts: UseQueryResult<AdminPostList>;
  page: number;
  onPage: (page: number, options?: { replace: boolean }) => void;
  editingId: number | null;
  loadingId: number | null;
  onEdit: (id: number) => void;
  onDeleted: (id: number) => void;
};

/** All posts, newest first, five at a time; those that a search found by their titles. */
export function PostList({
  filter,
  narrowed,
  posts,
  page,
  onPage,
  editingId,
  loadingId,
  onEdit,
  onDeleted,
}: PostListProps) {
  const { data, isPending, isPlaceholderData } = posts;
  const [deleting, setDeleting] = useState<{ id: number; title: string } | null>(null);
  const restore = useRestore();
  const remove = useMutation({
    mutationFn: deletePost,
    onSuccess: (_answer, id) => {
      showDeletedToast('Post deleted successfully', () => restore.mutate({ kind: 'post', id }));
      onDeleted(id);
    },
    onError: (cause) => {
      console.error(cause);
      toast.error('Failed to delete post');
    },
  });

  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / POSTS_PER_PAGE));

  // The last post of the last page may just have been deleted.
  const beyondTheEnd = data !== undefined && !isPlaceholderData && page > pages;
  useEffect(() => {
    if (beyondTheEnd) onPage(pages, { replace: true });
  }, [beyondTheEnd, pages, onPage]);

  return (
    <section aria-labelledby="post-list-title" aria-busy={isPending} className="mt-12">
      <div className="flex items-baseline justify-between gap-4 border-b-2 border-rule-strong pb-3">
        <h2 id="post-list-title" className="text-xl font-semibold tracking-tight">
          All Posts
        </h2>
        {data && <p className="text-sm text-ink-3 tabular-nums">{data.total}</p>}
      </div>

      {filter}

      {isPending && <p className="py-10 text-sm text-ink-2">Loading posts…</p>}
      {data?.total === 0 && (
        <p role="status" className="py-10 text-sm text-ink-2">
          {narrowed ? 'No post fits this search.' : 'No posts yet. The first one you save appears here.'}
        </p>
      )}

      {data && (
        <ul aria-label="Posts" className={isPlaceholderData ? 'opacity-60' : undefined}>
          {data.data.map((post) => (
            <PostRow
              key={post.id}
              post={post}
              editing={post.id === editingId}
              loading={post.id === loadingId}
              deleting={remove.isPending && remove.variables === post.id}
              onEdit={() => onEdit(post.id)}
              onDelete={() => setDeleting({ id: post.id, title: post.title })}
            />
          ))}
        </ul>
      )}

      {pages > 1 && (
        <nav aria-label="Pages of posts" className="flex items-center justify-between gap-4 border-t border-rule pt-4">
          <Button look="outline" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            Prev
          </Button>
          <p className="text-sm text-ink-2 tabular-nums" aria-live="polite">
            Page {Math.min(page, pages)} of {pages}
          </p>
          <Button look="outline" disabled={page >= pages} onClick={() => onPage(page + 1)}>
            Next
          </Button>
        </nav>
      )}

      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={() => setDeleting(null)}
        title="Are you sure you want to delete this post?"
        confirmLabel="Delete"
        onConfirm={() => {
          if (deleting) remove.mutate(deleting.id);
          setDeleting(null);
        }}
      >
        “{deleting?.title}” goes to the trash, where it stays for 30 days.
      </ConfirmDialog>
    </section>
  );
}
