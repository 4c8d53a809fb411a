import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { ApiProblem } from '../../api/problem';
import { postPreview, readerKind } from '../../api/queries/preview';
import { clockTime, longDate } from '../format/dates';
import { zonePlace } from '../format/zone-place';
import { PageHead } from '../head/page-head';
import { PageMessage } from '../messages/page-message';
import { PostArticle } from '../post-page/post-article';
import { PostGate } from '../post-page/post-gate';
import { PreviewAnswer } from './preview-answer';
import { PreviewFrame } from './preview-frame';

/** `/preview/{code}`: a post for an outsider who has a link to it. */
export function PreviewPage() {
  const { code = '' } = useParams();
  const [search] = useSearchParams();
  const kind = readerKind(search);
  const { data, error } = useQuery(postPreview(code, kind));
  if (!data) return error ? <PreviewFailed error={error} /> : null;
  const { post, expires_at } = data;
  const until = `${longDate(expires_at)}, ${clockTime(expires_at)} (${zonePlace()})`;
  return (
    <>
      <PreviewFrame
        kind={kind}
        note={
          <>
            <strong>Preview.</strong> This text may still change. The link ends on{' '}
            <time dateTime={expires_at}>{until}</time>.
          </>
        }
      >
        <PostArticle
          post={post}
          isPreview
          gate={
            post.gated && (
              <PostGate post={post} gate={kind === 'reader' ? 'no-subscription' : 'stranger'} onRetry={noRetry} />
            )
          }
        />
      </PreviewFrame>
      {data.may_approve && <PreviewAnswer code={code} preview={data} />}
    </>
  );
}

const noRetry = () => {};

function PreviewFailed({ error }: { error: Error }) {
  const isOver = error instanceof ApiProblem && error.status === 410;
  return (
    <>
      <PageHead title="Preview" />
      {isOver ? (
        <PageMessage
          title="This preview link is over."
          text="It has ended, or it was cut off on its way. Ask the person who sent it for a new one."
          action={{ label: 'Go to the front page', href: '/' }}
        />
      ) : (
        <PageMessage
          title="The preview did not arrive."
          text="The connection was lost or our server did not answer. Load the page again in a moment."
          action={{ label: 'Load again', href: '' }}
          reload
        />
      )}
    </>
  );
}
