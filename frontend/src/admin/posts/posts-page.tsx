import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { useSearchParams } from 'react-router';
import type { AdminPost } from '../../api/types';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { limitsFrom, uploadConfigQuery } from '../media/upload-config';
import { hasUnsavedWork } from '../session/unsaved-work';
import { categoriesQuery, getPost, postListQuery, reloadPosts } from './api';
import { PostForm } from './post-form';
import { PostList } from './post-list';

/** What the form is open for. Each opening is a fresh form. */
type Opened = { post: AdminPost | null; opening: number };

/** `/admin`: write and edit posts. */
export function PostsPage() {
  const client = useQueryClient();
  const [{ post, opening }, setOpened] = useState<Opened>({ post: null, opening: 0 });
  const [loadingId, setLoadingId] = useState<number | null>(null);
  /** What goes on once somebody agrees to lose unsaved changes. */
  const [interrupted, setInterrupted] = useState<(() => void) | null>(null);
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1);
  const posts = useQuery(postListQuery(page));
  const categories = useQuery(categoriesQuery);
  const { data: uploadConfig } = useQuery(uploadConfigQuery);

  function open(next: AdminPost | null) {
    setOpened(({ opening: last }) => ({ post: next, opening: last + 1 }));
    window.scrollTo({ top: 0 });
  }

  function whenNothingIsLost(action: () => void) {
    if (hasUnsavedWork()) setInterrupted(() => action);
    else action();
  }

  async function edit(id: number) {
    setLoadingId(id);
    try {
      open(await getPost(id));
    } catch (cause) {
      console.error(cause);
      toast.error('Failed to load post.');
    } finally {
      setLoadingId(null);
    }
  }

  return (
    <>
      <title>Posts · Mwanga admin</title>
      <h1 className="sr-only">Posts</h1>
      {(categories.isError || posts.isError) && (
        <div
          role="alert"
          className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-md bg-danger-wash px-4 py-3 text-sm font-medium text-danger"
        >
          Failed to load initial data
          <Button look="outline" size="sm" onClick={() => Promise.all([categories.refetch(), posts.refetch()])}>
            Try again
          </Button>
        </div>
      )}
      <PostForm
        key={opening}
        post={post}
        takeFocus={opening > 0}
        categories={categories.data ?? []}
        limits={limitsFrom(uploadConfig)}
        onSaved={() => {
          open(null);
          void reloadPosts(client);
        }}
        onReplace={open}
        onCancel={() => whenNothingIsLost(() => open(null))}
      />
      <PostList
        posts={posts}
        page={page}
        onPage={(next, options) =>
          setParams(next > 1 ? { page: String(next) } : {}, { ...options, preventScrollReset: true })
        }
        editingId={post?.id ?? null}
        loadingId={loadingId}
        onEdit={(id) => whenNothingIsLost(() => edit(id))}
        onDeleted={(id) => {
          if (id === post?.id) open(null);
          void reloadPosts(client);
        }}
      />
      <ConfirmDialog
        open={interrupted !== null}
        onOpenChange={() => setInterrupted(null)}
        title="Discard unsaved changes?"
        confirmLabel="Discard changes"
        onConfirm={() => {
          setInterrupted(null);
          interrupted?.();
        }}
      >
        The post in the form has changes that were not saved.
      </ConfirmDialog>
    </>
  );
}
