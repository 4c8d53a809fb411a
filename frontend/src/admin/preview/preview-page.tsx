import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { ApiProblem } from '../../api/problem';
import type { AdminPost } from '../../api/types';
import { zonePlace } from '../../site/format/dates';
import { PostArticle } from '../../site/post-page/post-page';
import { Button } from '../../ui/button';
import { buttonLook } from '../../ui/button-look';
import { postQuery } from '../posts/api';
import { AdminTitle } from '../shell/admin-title';
import { formatMoment } from '../time/publication-time';
import './preview.css';

/** `/admin/preview/{id}`: a post as its readers will see it, from what is saved. */
export function PreviewPage() {
  const id = Number(useParams().id) || 0;
  const { data: post, error, isPending, refetch } = useQuery(postQuery(id));

  if (post) {
    return (
      <>
        <PreviewBar post={post} />
        <PostArticle post={post} />
      </>
    );
  }
  return (
    <div className="mx-auto grid max-w-xl justify-items-start gap-4 py-16">
      <AdminTitle>Preview</AdminTitle>
      <h1 className="text-2xl font-semibold tracking-tight">Preview</h1>
      {isPending && <p className="text-ink-2">Loading the post…</p>}
      {error && (
        <>
          <p role="alert" className="font-medium text-danger">
            {error instanceof ApiProblem && error.status === 404 ? 'This post does not exist.' : 'Failed to load post.'}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button look="outline" onClick={() => refetch()}>
              Try again
            </Button>
            <Link to="/admin" className={buttonLook({ look: 'quiet' })}>
              All posts
            </Link>
          </div>
        </>
      )}
    </div>
  );
}

function PreviewBar({ post }: { post: AdminPost }) {
  return (
    <aside
      aria-label="Preview"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-rule bg-sunk px-4 py-3 text-sm"
    >
      <p className="mr-auto">
        <strong>Preview.</strong> {stateText(post)}
      </p>
      <Link to={`/admin?edit=${post.id}`} className={buttonLook({ look: 'outline', size: 'sm', className: 'min-h-9' })}>
        <Pencil aria-hidden="true" />
        Edit
      </Link>
    </aside>
  );
}

function stateText(post: AdminPost): string {
  if (post.status === 'draft') return 'This is a draft: only the newsroom sees it.';
  if (post.is_public) return 'This post is public.';
  return `Scheduled: readers see it from ${formatMoment(post.published_at)} (${zonePlace()}).`;
}
