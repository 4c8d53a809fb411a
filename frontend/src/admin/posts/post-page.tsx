import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { ApiProblem } from '../../api/problem';
import type { AdminPost } from '../../api/types';
import { categoriesQuery } from '../calls/categories';
import { openedPostQuery, reloadPosts } from '../calls/posts';
import { limitsFrom, uploadConfigQuery } from '../media/upload-config';
import { PostForm, type PostFormHandle } from '../post-form/post-form';
import { isClosed } from '../post-values/post-state';
import { titleOf } from '../post-values/post-title';
import { useDeletePost } from '../restore/use-delete-post';
import { AdminTitle } from '../screen/admin-title';
import { ErrorLine } from '../screen/error-line';
import { ScreenTitle } from '../screen/screen-title';
import { discardUnsavedChanges } from '../unsaved-changes/unsaved-changes';
import { Shortcuts } from './shortcuts';

/**
 * The post in the form, and under which `:ref` of the address it is open: a new one has two for a moment, until it has
 * its own. `opening` is the form's key: somebody else's version, or another post, is a fresh form.
 */
type Opened = { refs: string[]; post: AdminPost | null; opening: number };

/** `/admin/posts/new` and `/admin/posts/{id}`: one post, alone. */
export function PostPage() {
  const ref = useParams().ref ?? 'new';
  const navigate = useNavigate();
  const client = useQueryClient();
  const [opened, setOpened] = useState<Opened>();
  const form = useRef<PostFormHandle>(null);
  const categories = useQuery(categoriesQuery);
  const { data: uploadConfig } = useQuery(uploadConfigQuery);
  const isNew = ref === 'new';
  const { data, error, refetch } = useQuery({ ...openedPostQuery(Number(ref) || 0), enabled: !isNew });

  const isCurrent = opened?.refs.includes(ref);
  const loaded = isNew ? null : data;
  useEffect(() => {
    if (isCurrent) {
      setOpened((now) => (now && now.refs.at(-1) === ref && now.refs.length > 1 ? { ...now, refs: [ref] } : now));
    } else if (loaded !== undefined) {
      setOpened((last) => ({ refs: [ref], post: loaded, opening: (last?.opening ?? 0) + 1 }));
    }
  }, [ref, isCurrent, loaded]);

  const remove = useDeletePost(
    () => {
      discardUnsavedChanges();
      void reloadPosts(client);
      void navigate('/admin');
    },
    (restored) => void navigate(`/admin/posts/${restored}`),
  );

  const askToDelete = (post: AdminPost) => () => remove.ask({ id: post.id, title: titleOf(post) });

  /** The form goes on with the post as it was saved; a new one gets its address. */
  function goOn(saved: AdminPost) {
    const own = String(saved.id);
    setOpened((last) => ({ refs: [...new Set([ref, own])], post: saved, opening: last?.opening ?? 1 }));
    void reloadPosts(client);
    if (isNew) void navigate(`/admin/posts/${saved.id}`, { replace: true, state: { keepsForm: true } });
  }

  return (
    <>
      <AdminTitle>{opened?.post ? titleOf(opened.post) : 'New post'}</AdminTitle>
      <ScreenTitle className="sr-only">{isNew ? 'New post' : 'Post'}</ScreenTitle>
      {(!opened || !isCurrent) && <WayBack />}
      {opened && isCurrent && (
        <PostForm
          key={opened.opening}
          ref={form}
          post={opened.post}
          alone
          lead={<WayBack />}
          tools={<Shortcuts keep={() => form.current?.keep()} goToTitle={() => form.current?.goToTitle()} />}
          categories={categories.data ?? []}
          limits={limitsFrom(uploadConfig)}
          onStays={goOn}
          onDelete={opened.post && !isClosed(opened.post) ? askToDelete(opened.post) : undefined}
          onReplace={(theirs) =>
            setOpened((last) => ({ refs: [String(theirs.id)], post: theirs, opening: (last?.opening ?? 0) + 1 }))
          }
        />
      )}
      {!isCurrent && error && (
        <ErrorLine className="py-6" onRetry={() => refetch()}>
          {error instanceof ApiProblem && error.status === 404 ? 'This post does not exist.' : 'Failed to load post.'}
        </ErrorLine>
      )}
      {remove.question}
      {!isCurrent && !error && <p className="py-10 text-sm text-ink-2">Loading the post…</p>}
    </>
  );
}

function WayBack() {
  return (
    <Link
      to="/admin"
      className="flex min-h-9 items-center text-sm text-ink-2 underline-offset-4 hover:underline pointer-coarse:min-h-11"
    >
      ← All posts
    </Link>
  );
}
