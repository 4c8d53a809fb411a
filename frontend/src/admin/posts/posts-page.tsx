import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { categoriesQuery } from '../calls/categories';
import { recentEmailLogsQuery, reloadEmailLogs } from '../calls/email-logs';
import { postListQuery, reloadPosts } from '../calls/posts';
import { subscriptionCountQuery } from '../calls/subscriptions';
import { limitsFrom, uploadConfigQuery } from '../media/upload-config';
import { PostForm, type PostFormHandle } from '../post-form/post-form';
import { ListFilter } from '../post-list/list-filter';
import { PostList } from '../post-list/post-list';
import { TodaysPicksPanel } from '../post-list/todays-picks-panel';
import { usePostListParams } from '../post-list/use-post-list-params';
import { ErrorLine } from '../screen/error-line';
import { ScreenTitle } from '../screen/screen-title';
import { isEditor } from '../session/staff-session';
import { Today } from '../today/today';
import { AdminTools } from './admin-tools';
import { type KnownDeskChoice, useDeskChoice } from './desk-choice';
import { FormTools } from './form-tools';
import { SetUpCard } from './set-up-card';
import { Shortcuts } from './shortcuts';
import { useOpenedPost } from './use-opened-post';

/** `/admin`: write and edit posts, once it is known what the account's desk begins with. */
export function PostsPage() {
  const desk = useDeskChoice();
  return desk.beginsWith ? <Desk desk={{ ...desk, beginsWith: desk.beginsWith }} /> : null;
}

function Desk({ desk }: { desk: KnownDeskChoice }) {
  const client = useQueryClient();
  const { page, rows, filter, filtered, show } = usePostListParams();
  const { post, opening, loadingId, pendingAction, stay, open, replace, edit, close } = useOpenedPost();
  const form = useRef<PostFormHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const posts = useQuery(postListQuery(page, filter, rows));
  const categories = useQuery(categoriesQuery);
  const { data: uploadConfig } = useQuery(uploadConfigQuery);
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
      <Today />
      {isEditor() && <SetUpCard />}
      {initialQueries.some(({ isError }) => isError) && (
        <ErrorLine
          look="box"
          className="mb-6"
          onRetry={() => Promise.all(initialQueries.map(({ refetch }) => refetch()))}
        >
          Failed to load initial data
        </ErrorLine>
      )}
      <PostForm
        key={opening}
        ref={form}
        post={post}
        takeFocus={opening > 0}
        categories={categories.data ?? []}
        limits={limitsFrom(uploadConfig)}
        beginsClosed={desk.beginsWith === 'list'}
        tools={<FormTools post={post} desk={desk} />}
        onSaved={() => {
          open(null);
          reload();
        }}
        onStays={(saved) => {
          replace(saved);
          reload();
        }}
        onReplace={open}
        onCancel={close}
      />
      <div className="mt-12 grid gap-12 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <PostList
          filter={
            <ListFilter
              searchRef={search}
              filter={filter}
              categories={categories.data ?? []}
              onChange={(next) => show({ ...next, page: 1 }, { replace: true })}
            />
          }
          narrowed={filtered}
          searching={filter.q !== ''}
          posts={posts}
          categories={categories.data ?? []}
          page={page}
          rows={rows}
          sort={filter.sort}
          onPage={(next, options) => show({ page: next }, options)}
          onRows={(next) => show({ page: 1, rows: next })}
          onSort={(sort) => show({ page: 1, sort })}
          editingId={post?.id ?? null}
          loadingId={loadingId}
          onEdit={edit}
          onDeleted={(ids) => {
            if (post && ids.includes(post.id)) open(null);
            reload();
          }}
          onChanged={reload}
        />
        <div className="grid content-start gap-10 md:max-xl:grid-cols-2">
          {isEditor() && <TodaysPicksPanel />}
          <div className="grid content-start gap-6">
            {isEditor() && <AdminTools onCleaned={reload} />}
            <div>
              <Shortcuts
                keep={() => form.current?.keep()}
                goToTitle={() => form.current?.goToTitle()}
                goToSearch={() => search.current?.focus()}
              />
            </div>
          </div>
        </div>
      </div>
      <ConfirmDialog
        open={pendingAction !== null}
        onOpenChange={stay}
        title="Discard unsaved changes?"
        confirmLabel="Discard changes"
        onConfirm={() => {
          stay();
          pendingAction?.();
        }}
      >
        The post in the form has changes that were not saved.
      </ConfirmDialog>
    </>
  );
}
