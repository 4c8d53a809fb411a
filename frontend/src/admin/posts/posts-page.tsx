import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useRef, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { categoriesQuery } from '../calls/categories';
import { recentEmailLogsQuery, reloadEmailLogs } from '../calls/email-logs';
import { postListQuery, reloadPosts, UNSAVED_POST } from '../calls/posts';
import { subscriptionCountQuery } from '../calls/subscriptions';
import { limitsFrom, uploadConfigQuery } from '../media/upload-config';
import type { PostForm, PostFormHandle } from '../post-form/post-form';
import { useDense } from '../post-list/density';
import { ListFilter } from '../post-list/list-filter';
import { PostList } from '../post-list/post-list';
import { TodaysPicksPanel } from '../post-list/todays-picks-panel';
import { usePostListParams } from '../post-list/use-post-list-params';
import { ErrorLine } from '../screen/error-line';
import { ScreenTitle } from '../screen/screen-title';
import { isEditor } from '../session/staff-session';
import { Today, TodayAhead } from '../today/today';
import { hasUnsavedNew } from '../unsaved-changes/use-form-autosave';
import { AdminTools } from './admin-tools';
import { FormTools } from './form-tools';
import { SetUpCard } from './set-up-card';
import { Shortcuts } from './shortcuts';
import { useOpenedPost } from './use-opened-post';

/**
 * The form is a chunk of its own: most visits of the desk write nothing, and the editor is most of the code of the admin
 * area. Not by `lazy`: React draws what Suspense waited for in slices, and TipTap gives up an editor that is not mounted
 * within the moment.
 */
const formQuery = queryOptions({
  queryKey: ['post-form'],
  queryFn: () => import('../post-form/post-form'),
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
});

/** `/admin`: the day and the posts. An address of earlier versions, `?edit={id}`, leads to that post. */
export function PostsPage() {
  const [params] = useSearchParams();
  const edited = Number(params.get('edit'));
  return edited ? <Navigate to={`/admin/posts/${edited}`} replace /> : <Desk />;
}

function Desk() {
  const client = useQueryClient();
  const { page, rows, filter, filtered, show } = usePostListParams();
  const opened = useOpenedPost();
  const { post, isOpen } = opened;
  const form = useRef<PostFormHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const [dense, setDense] = useDense();
  const posts = useQuery(postListQuery(page, filter, rows));
  const categories = useQuery(categoriesQuery);
  const emailLogs = useQuery({ ...recentEmailLogsQuery, enabled: isEditor() });
  const subscriptions = useQuery({ ...subscriptionCountQuery, enabled: isEditor() });
  const initialQueries = [categories, posts, emailLogs, subscriptions];

  /** What a change of posts may have changed on this screen. */
  function reload() {
    void reloadPosts(client);
    if (isEditor()) void reloadEmailLogs(client);
  }

  return (
    <>
      <ScreenTitle className="sr-only">Posts</ScreenTitle>
      {initialQueries.some(({ isError }) => isError) && (
        <ErrorLine
          look="box"
          className="mb-6"
          onRetry={() => Promise.all(initialQueries.map(({ refetch }) => refetch()))}
        >
          Failed to load initial data
        </ErrorLine>
      )}
      {isOpen ? (
        <DeskForm
          key={opened.opening}
          ref={form}
          post={post}
          categories={categories.data ?? []}
          onSaved={() => {
            opened.open(null);
            reload();
          }}
          onStays={(saved) => {
            opened.replace(saved);
            reload();
          }}
          onReplace={opened.open}
          onCancel={opened.leave}
        />
      ) : (
        <>
          <Today />
          {isEditor() && <SetUpCard />}
          <UnsavedPost />
        </>
      )}
      <div className="grid gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <PostList
          filter={
            <ListFilter
              searchRef={search}
              filter={filter}
              categories={categories.data ?? []}
              rows={rows}
              dense={dense}
              onChange={(next) => show({ ...next, page: 1 }, { replace: true })}
              onRows={(next) => show({ page: 1, rows: next })}
              onDense={setDense}
            />
          }
          narrowed={filtered}
          newPost={
            !isOpen && (
              <Button look="outline" onClick={() => opened.open(null)}>
                Create New Post
              </Button>
            )
          }
          dense={dense}
          posts={posts}
          categories={categories.data ?? []}
          page={page}
          rows={rows}
          onPage={(next, options) => show({ page: next }, options)}
          editingId={post?.id ?? null}
          loadingId={opened.loadingId}
          onEdit={opened.edit}
          onDeleted={(ids) => {
            if (post && ids.includes(post.id)) opened.open(null);
            reload();
          }}
          onChanged={reload}
        />
        <div className="grid content-start gap-10 md:max-xl:grid-cols-2">
          <TodayAhead />
          {isEditor() && <TodaysPicksPanel />}
          <div className="grid content-start gap-6">
            {isEditor() && <AdminTools onCleaned={reload} />}
            <div>
              <Shortcuts
                keep={() => form.current?.keep()}
                goToTitle={() => (form.current ? form.current.goToTitle() : opened.open(null))}
                goToSearch={() => search.current?.focus()}
              />
            </div>
          </div>
        </div>
      </div>
      <DiscardQuestion pending={opened.pendingAction} onStay={opened.stay} />
    </>
  );
}

type DeskFormProps = Pick<
  ComponentProps<typeof PostForm>,
  'ref' | 'post' | 'categories' | 'onSaved' | 'onStays' | 'onReplace' | 'onCancel'
>;

/** The form above the list, which keeps its height of a screen while its code comes. */
function DeskForm(props: DeskFormProps) {
  const { data: uploadConfig } = useQuery(uploadConfigQuery);
  const { data: form, isError, refetch } = useQuery(formQuery);
  return (
    <div className="mb-12 min-h-dvh">
      {form ? (
        <form.PostForm {...props} limits={limitsFrom(uploadConfig)} tools={<FormTools post={props.post} />} />
      ) : isError ? (
        <ErrorLine onRetry={() => refetch()}>The form could not be loaded.</ErrorLine>
      ) : (
        <p className="py-10 text-sm text-ink-2">Loading the form…</p>
      )}
    </div>
  );
}

/** What was typed here and never saved is not forgotten because the form is closed. */
function UnsavedPost() {
  const [isThere] = useState(() => hasUnsavedNew(UNSAVED_POST));
  if (!isThere) return null;
  return (
    <p className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md border border-rule bg-sunk px-4 py-2 text-sm">
      This browser has a new post that was not saved.
      <Link
        to="/admin/posts/new"
        className="inline-flex min-h-9 items-center font-semibold underline underline-offset-4 pointer-coarse:min-h-11"
      >
        Look at it
      </Link>
    </p>
  );
}

function DiscardQuestion({ pending, onStay }: { pending: (() => void) | null; onStay: () => void }) {
  return (
    <ConfirmDialog
      open={pending !== null}
      onOpenChange={onStay}
      title="Discard unsaved changes?"
      confirmLabel="Discard changes"
      onConfirm={() => {
        onStay();
        pending?.();
      }}
    >
      The post in the form has changes that were not saved.
    </ConfirmDialog>
  );
}
