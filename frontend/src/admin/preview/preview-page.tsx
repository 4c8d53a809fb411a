import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { Link, useParams, useSearchParams } from 'react-router';
import { ApiProblem } from '../../api/problem';
import { readerKind } from '../../api/queries/preview';
import type { AdminPost } from '../../api/types';
import { zonePlace } from '../../site/format/zone-place';
import { PostArticle } from '../../site/post-page/post-article';
import { PostGate } from '../../site/post-page/post-gate';
import { PreviewFrame } from '../../site/preview/preview-frame';
import { Button } from '../../ui/button';
import { buttonLook } from '../../ui/button-look';
import { postQuery, unsavedPreviewQuery } from '../calls/posts';
import { titleOf } from '../post-values/post-title';
import { ErrorLine } from '../screen/error-line';
import { ScreenTitle } from '../screen/screen-title';
import { formatMoment, formatTime } from '../time/publication-time';
import './preview.css';

/** `/admin/preview/{id}`: a post as its readers will see it, with what its form held when Preview was pressed. */
export function PreviewPage() {
  const id = Number(useParams().id) || 0;
  const [search, setSearch] = useSearchParams();
  const kind = readerKind(search);
  const { data: saved } = useQuery(postQuery(id));
  const { data: preview, error, isPending, refetch } = useQuery(unsavedPreviewQuery(id, kind));

  if (preview) {
    const { post, unsaved_at } = preview;
    return (
      <PreviewFrame
        kind={kind}
        onKind={(one) => setSearch({ as: one }, { replace: true, preventScrollReset: true })}
        note={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <span>
              <strong>Preview.</strong>{' '}
              {unsaved_at
                ? `Unsaved: this is what the form held at ${formatTime(unsaved_at)}. Only you see it, until you save.`
                : saved && stateText(saved)}
            </span>
            <Link
              to={`/admin/posts/${id}`}
              className={buttonLook({ look: 'outline', size: 'sm', className: 'min-h-9 pointer-coarse:min-h-11' })}
            >
              <Pencil aria-hidden="true" />
              Edit
            </Link>
          </span>
        }
      >
        <PostArticle
          post={{ ...post, title: titleOf(post) }}
          isPreview
          gate={
            post.gated && (
              <PostGate post={post} gate={kind === 'reader' ? 'no-subscription' : 'stranger'} onRetry={refetch} />
            )
          }
        />
      </PreviewFrame>
    );
  }
  return (
    <div className="mx-auto grid max-w-xl justify-items-start gap-4 py-16">
      <ScreenTitle>Preview</ScreenTitle>
      {isPending && <p className="text-ink-2">Loading the post…</p>}
      {error && (
        <>
          <ErrorLine>
            {error instanceof ApiProblem && error.status === 404 ? 'This post does not exist.' : 'Failed to load post.'}
          </ErrorLine>
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

function stateText(post: AdminPost): string {
  if (post.is_public) return 'This post is public.';
  if (post.status === 'published') {
    return `Scheduled: readers see it from ${formatMoment(post.published_at)} (${zonePlace()}).`;
  }
  return post.status === 'in_review'
    ? 'This post is in review: only the newsroom sees it.'
    : 'This is a draft: only the newsroom sees it.';
}
