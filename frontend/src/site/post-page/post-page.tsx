import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useParams } from 'react-router';
import { LateNewsletterBox } from '#late-box';
import { postBySlug, relatedPosts } from '../../api/queries/posts';
import { useTrackPostView } from '../analytics/use-track-post-view';
import { postPath } from '../post-cards/post-path';
import { FurtherReading } from './further-reading';
import { PostArticle } from './post-article';
import { PostFailed } from './post-failed';
import { PostGate } from './post-gate';
import { useFullPost } from './use-full-post';

/** One post. */
export function PostPage() {
  const { slug = '' } = useParams();
  const { data, error } = useQuery(postBySlug(slug));
  const { data: related } = useQuery(relatedPosts(slug));
  const { whole, gate, retry } = useFullPost(data);
  useTrackPostView(data?.id);
  if (!data) return error ? <PostFailed error={error} path={postPath(slug)} /> : null;
  return (
    <>
      {/* The key: a frame that was opened in one post must not stay in the next. */}
      <PostArticle
        key={data.id}
        post={whole ?? data}
        gate={whole || !data.gated ? null : <PostGate post={data} gate={gate} onRetry={retry} />}
      />
      <div className="sign-up no-print">
        <Suspense>
          <LateNewsletterBox />
        </Suspense>
      </div>
      {related && <FurtherReading related={related} category={data.category_name} />}
    </>
  );
}
