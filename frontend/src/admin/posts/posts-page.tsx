import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { useSearchParams } from 'react-router';
import type { AdminPost } from '../../api/types';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { categoriesQuery } from '../categories/api';
import { recentEmailLogsQuery, reloadEmailLogs } from '../email-logs/api';
import { limitsFrom, uploadConfigQuery } from '../media/upload-config';
import { AdminTitle } from '../shell/admin-title';
import { subscriptionCountQuery } from '../subscriptions/api';
import { hasUnsavedChanges } from '../unsaved-changes/unsaved-changes';
import { AdminTools } from './admin-tools';
import { getPost, type PostFilter, postListQuery, reloadPosts } from './api';
import { ListFilter } from './list-filter';
import { PostForm, type PostFormHandle } from './post-form';
import { PostList } from './post-list';
import { Shortcuts } from './shortcuts';
import { TodaysPicksPanel } from './todays-picks-panel';

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
  const filter = {
    q: params.get('q') ?? '',
    status: params.get('status') ?? '',
    category: params.get('category') ?? '',
  };
  const narrowed = Object.values(filter).some(Boolean);
  const form = useRef<PostFormHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const posts = useQuery(postListQuery(page, filter));
  const categories = useQuery(categoriesQuery);
  const { data: uploadConfig } = useQuery(uploadConfigQuery);
  const emailLogs = useQuery(recentEmailLogsQuery);
  const subscriptions = useQuery(subscriptionCountQuery);
  const openingCalls = [categories, posts, emailLogs, subscriptions];

  /** The address holds page and filter; only what is set. */
  function show(next: PostFilter & { page: number }, options?: { replace: boolean }) {
    const entries = Object.entries({ ...next, page: next.page > 1 ? String(next.page) : '' });
    setParams(Object.fromEntries(entries.filter(([, value]) => value)), { ...options, preventScrollReset: true });
  }

  /** What a change of posts may have changed on this screen. */
  function reload() {
    void reloadPosts(client);
    void reloadEmailLogs(client);
  }

  function open(next: AdminPost | null) {
    setOpened(({ opening: last }) => ({ post: next, opening: last + 1 }));
    window.scrollTo({ top: 0 });
  }

  function whenNothingIsLost(action: () => void) {
    if (hasUnsavedChanges()) setInterrupted(() => action);
    else action();
  }

  async function edit(id: number) {
    setLoadingId(id);
    const agreedToLose = hasUnsavedChanges();
    try {
      const loaded = await getPost(id);
      // Whoever went on typing meanwhile is asked.
      if (agreedToLose) open(loaded);
      else whenNothingIsLost(() => open(loaded));
    } catch (cause) {
      console.error(cause);
      toast.error('Failed to load post.');
    } finally {
      setLoadingId(null);
    }
  }

  // The preview's Edit leads here with the post's number.
  const asked = Number(params.get('edit'));
  const editNow = useEffectEvent(edit);
  useEffect(() => {
    if (!asked) return;
    setParams({}, { replace: true });
    void editNow(asked);
  }, [asked, setParams]);

  return (
    <>
      <AdminTitle>Posts</AdminTitle>
      <h1 className="sr-only">Posts</h1>
      {openingCalls.some(({ isError }) => isError) && (
        <div
          role="alert"
          className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-md bg-danger-wash px-4 py-3 text-sm font-medium text-danger"
        >
          Failed to load initial data
          <Button look="outline" size="sm" onClick={() => Promise.all(openingCalls.map(({ refetch }) => refetch()))}>
            Try again
          </Button>
        </div>
      )}
      <PostForm
        key={opening}
        ref={form}
        post={post}
        takeFocus={opening > 0}
        categories={categories.data ?? []}
        limits={limitsFrom(uploadConfig)}
        onSaved={() => {
          open(null);
          reload();
        }}
        onReplace={open}
        onCancel={() => whenNothingIsLost(() => open(null))}
      />
      <PostList
        filter={
          <ListFilter
            searchRef={search}
            filter={filter}
            categories={categories.data ?? []}
            onChange={(next) => show({ ...next, page: 1 }, { replace: true })}
          />
        }
        narrowed={narrowed}
        posts={posts}
        page={page}
        onPage={(next, options) => show({ ...filter, page: next }, options)}
        editingId={post?.id ?? null}
        loadingId={loadingId}
        onEdit={(id) => whenNothingIsLost(() => edit(id))}
        onDeleted={(id) => {
          if (id === post?.id) open(null);
          reload();
        }}
      />
      <div className="mt-12 grid gap-12 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <TodaysPicksPanel />
        <div className="grid content-start gap-6">
          <AdminTools onCleaned={reload} />
          <div>
            <Shortcuts
              save={() => form.current?.save()}
              goToTitle={() => form.current?.goToTitle()}
              goToSearch={() => search.current?.focus()}
            />
          </div>
        </div>
      </div>
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
