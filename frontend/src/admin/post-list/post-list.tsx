import { type UseQueryResult, useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import toast from 'react-hot-toast';
import type { NavigateOptions } from 'react-router';
import type { AdminPostList, Category } from '../../api/types';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { deletePost } from '../calls/posts';
import { showDeletedToast } from '../restore/deleted-toast';
import { useRestore } from '../restore/use-restore';
import { BulkBar } from './bulk-bar';
import { BulkRefusals } from './bulk-refusals';
import { useDense } from './density';
import { ListTools } from './list-tools';
import { PostRow } from './post-row';
import { useBulk } from './use-bulk';

type PostListProps = {
  /** What narrows the list; stands under its heading. */
  filter: ReactNode;
  narrowed: boolean;
  /** Whether words are searched for. */
  searching: boolean;
  posts: UseQueryResult<AdminPostList>;
  categories: readonly Category[];
  page: number;
  rows: number;
  sort: string;
  onPage: (page: number, options?: NavigateOptions) => void;
  onRows: (rows: number) => void;
  onSort: (sort: string) => void;
  editingId: number | null;
  loadingId: number | null;
  onEdit: (id: number) => void;
  onDeleted: (ids: number[]) => void;
  onChanged: () => void;
};

/** All posts, newest first, five at a time; or what the address asks for. */
export function PostList({
  filter,
  narrowed,
  searching,
  posts,
  categories,
  page,
  rows,
  sort,
  onPage,
  onRows,
  onSort,
  editingId,
  loadingId,
  onEdit,
  onDeleted,
  onChanged,
}: PostListProps) {
  const { data, isPending, isPlaceholderData } = posts;
  const [deleting, setDeleting] = useState<{ id: number; title: string } | null>(null);
  const remove = useDelete(onDeleted);
  const [dense, setDense] = useDense();
  const listed = data?.data ?? [];
  const bulk = useBulk(listed, (ids, action) => (action === 'trash' ? onDeleted(ids) : onChanged()));

  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / rows));

  // The last post of the last page may just have been deleted.
  const beyondTheEnd = data !== undefined && !isPlaceholderData && page > pages;
  useEffect(() => {
    if (beyondTheEnd) onPage(pages, { replace: true, flushSync: false }); // refused in an effect
  }, [beyondTheEnd, pages, onPage]);

  return (
    <section aria-labelledby="post-list-title" aria-busy={isPending} className="min-w-0">
      <div className="flex items-baseline justify-between gap-4 border-b-2 border-rule-strong pb-3">
        <h2
          id="post-list-title"
          tabIndex={-1}
          className="scroll-mt-20 text-xl font-semibold tracking-tight outline-none"
        >
          All Posts
        </h2>
        {data && <p className="text-sm text-ink-3 tabular-nums">{data.total}</p>}
      </div>

      {filter}
      <ListTools
        sort={sort}
        searching={searching}
        rows={rows}
        dense={dense}
        onSort={onSort}
        onRows={onRows}
        onDense={setDense}
      >
        {listed.length > 0 && <ChooseAll count={bulk.selected.length} of={listed.length} onChoose={bulk.chooseAll} />}
      </ListTools>
      <BulkRefusals refused={bulk.refused} onClose={bulk.forget} />

      {isPending && <p className="py-10 text-sm text-ink-2">Loading posts…</p>}
      {data?.total === 0 && <NoPosts narrowed={narrowed} />}
      {data && (
        <ul aria-label="Posts" className={isPlaceholderData ? 'opacity-60' : undefined}>
          {data.data.map((post) => (
            <PostRow
              key={post.id}
              post={post}
              dense={dense}
              chosen={bulk.selected.includes(post)}
              onChoose={(on) => bulk.choose(post.id, on)}
              editing={post.id === editingId}
              loading={post.id === loadingId}
              deleting={remove.isPending && remove.variables === post.id}
              onEdit={() => onEdit(post.id)}
              onDelete={() => setDeleting({ id: post.id, title: post.title })}
            />
          ))}
        </ul>
      )}

      {bulk.selected.length > 0 && (
        <BulkBar
          count={bulk.selected.length}
          categories={categories}
          busy={bulk.busy}
          onRun={bulk.run}
          onClear={() => bulk.chooseAll(false)}
        />
      )}

      {pages > 1 && <PageButtons page={page} pages={pages} onPage={onPage} />}

      <DeleteQuestion
        post={deleting}
        onAnswer={(yes) => {
          if (yes && deleting) remove.mutate(deleting.id);
          setDeleting(null);
        }}
      />
    </section>
  );
}

/** Chooses the whole page for an action, or none of it. */
function ChooseAll({ count, of, onChoose }: { count: number; of: number; onChoose: (on: boolean) => void }) {
  const all = count === of;
  return (
    <label className="-ms-2.5 flex min-h-11 w-fit cursor-pointer items-center pe-3 text-sm text-ink-2">
      <span className="grid size-11 place-items-center">
        <input
          type="checkbox"
          className="size-5 accent-ember"
          checked={all}
          ref={(box) => {
            if (box) box.indeterminate = count > 0 && !all;
          }}
          onChange={({ target }) => onChoose(target.checked)}
        />
      </span>
      {count > 0 ? `${count} of ${of} chosen` : 'Choose all on this page'}
    </label>
  );
}

/** Deletes a post, with Undo. */
function useDelete(onDeleted: (ids: number[]) => void) {
  const restore = useRestore();
  return useMutation({
    mutationFn: deletePost,
    onSuccess: (_answer, id) => {
      showDeletedToast('Post deleted successfully', () => restore.mutate({ kind: 'post', id }));
      onDeleted([id]);
    },
    onError: (cause) => {
      console.error(cause);
      toast.error('Failed to delete post');
    },
  });
}

type PageButtonsProps = { page: number; pages: number; onPage: (page: number) => void };

function PageButtons({ page, pages, onPage }: PageButtonsProps) {
  return (
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
  );
}

type DeleteQuestionProps = { post: { title: string } | null; onAnswer: (yes: boolean) => void };

function DeleteQuestion({ post, onAnswer }: DeleteQuestionProps) {
  return (
    <ConfirmDialog
      open={post !== null}
      onOpenChange={() => onAnswer(false)}
      title="Are you sure you want to delete this post?"
      confirmLabel="Delete"
      onConfirm={() => onAnswer(true)}
    >
      “{post?.title}” goes to the trash, where it stays for 30 days.
    </ConfirmDialog>
  );
}

function NoPosts({ narrowed }: { narrowed: boolean }) {
  return (
    <p role="status" className="py-10 text-sm text-ink-2">
      {narrowed ? 'No post fits this search.' : 'No posts yet. The first one you save appears here.'}
    </p>
  );
}
