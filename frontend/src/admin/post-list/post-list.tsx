import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { NavigateOptions } from 'react-router';
import type { AdminPostList, Category } from '../../api/types';
import { Button } from '../../ui/button';
import { titleOf } from '../post-values/post-title';
import { useDeletePost } from '../restore/use-delete-post';
import { BulkBar } from './bulk-bar';
import { BulkRefusals } from './bulk-refusals';
import { PostRow } from './post-row';
import { useBulk } from './use-bulk';

type PostListProps = {
  /** What narrows the list; stands under its heading. */
  filter: ReactNode;
  narrowed: boolean;
  /** Beside the heading. */
  newPost: ReactNode;
  dense: boolean;
  posts: UseQueryResult<AdminPostList>;
  categories: readonly Category[];
  page: number;
  rows: number;
  onPage: (page: number, options?: NavigateOptions) => void;
  editingId: number | null;
  loadingId: number | null;
  onEdit: (id: number) => void;
  onDeleted: (ids: number[]) => void;
  onChanged: () => void;
};

/** All posts, newest first, twenty at a time; or what the address asks for. */
export function PostList({
  filter,
  narrowed,
  newPost,
  dense,
  posts,
  categories,
  page,
  rows,
  onPage,
  editingId,
  loadingId,
  onEdit,
  onDeleted,
  onChanged,
}: PostListProps) {
  const { data, isPending, isPlaceholderData } = posts;
  const remove = useDeletePost((id) => onDeleted([id]));
  const listed = (data?.data ?? []).map((post) => ({ ...post, title: titleOf(post) }));
  const bulk = useBulk(listed, (ids, action) => (action === 'trash' ? onDeleted(ids) : onChanged()));

  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / rows));

  // The last post of the last page may just have been deleted.
  const beyondTheEnd = data !== undefined && !isPlaceholderData && page > pages;
  useEffect(() => {
    if (beyondTheEnd) onPage(pages, { replace: true, flushSync: false }); // refused in an effect
  }, [beyondTheEnd, pages, onPage]);

  return (
    <section aria-labelledby="post-list-title" aria-busy={isPending} className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b-2 border-rule-strong pb-2">
        <h2
          id="post-list-title"
          tabIndex={-1}
          className="scroll-mt-20 text-xl font-semibold tracking-tight outline-none"
        >
          All Posts
        </h2>
        {data && <p className="me-auto text-sm text-ink-3 tabular-nums">{data.total}</p>}
        {listed.length > 0 && <ChooseAll count={bulk.selected.length} of={listed.length} onChoose={bulk.chooseAll} />}
        {newPost}
      </div>

      {filter}
      <BulkRefusals refused={bulk.refused} onClose={bulk.forget} />

      {isPending && <p className="py-10 text-sm text-ink-2">Loading posts…</p>}
      {data?.total === 0 && <NoPosts narrowed={narrowed} />}
      {data && (
        <ul aria-label="Posts" className={isPlaceholderData ? 'opacity-60' : undefined}>
          {listed.map((post) => (
            <PostRow
              key={post.id}
              post={post}
              dense={dense}
              chosen={bulk.selected.includes(post)}
              onChoose={(on) => bulk.choose(post.id, on)}
              editing={post.id === editingId}
              loading={post.id === loadingId}
              deleting={post.id === remove.deletingId}
              onEdit={() => onEdit(post.id)}
              onDelete={() => remove.ask(post)}
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

      {remove.question}
    </section>
  );
}

/** Chooses the whole page for an action, or none of it. */
function ChooseAll({ count, of, onChoose }: { count: number; of: number; onChoose: (on: boolean) => void }) {
  const all = count === of;
  return (
    <label className="flex min-h-9 max-sm:order-last max-sm:-ms-2.5 w-fit cursor-pointer items-center pe-3 text-sm text-ink-2 pointer-coarse:min-h-11">
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

function NoPosts({ narrowed }: { narrowed: boolean }) {
  return (
    <p role="status" className="py-10 text-sm text-ink-2">
      {narrowed ? 'No post fits this search.' : 'No posts yet. The first one you save appears here.'}
    </p>
  );
}
