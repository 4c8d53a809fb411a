import { ApiProblem } from '../../api/problem';
import { PageHead } from '../head/page-head';
import { PageMessage } from '../messages/page-message';

/** What the reader sees instead of a post: one that was taken down, one that never was, or one that did not arrive. */
export function PostFailed({ error, path }: { error: Error; path: string }) {
  const status = error instanceof ApiProblem ? error.status : 0;
  if (status === 410) {
    return (
      <>
        <PageHead title="This post has been removed" />
        <PageMessage
          title="This post has been removed."
          text="It was published here once and has been taken down since. The front page has what is new."
          action={{ label: 'Go to the front page', href: '/' }}
        />
      </>
    );
  }
  const missing = status === 404;
  return (
    <>
      <PageHead title={missing ? 'There is no post at this address' : 'Failed to load post'} />
      <PageMessage
        title="Failed to load post."
        reason={missing && 'There is no post at this address.'}
        text={
          missing
            ? 'It may have been mistyped; the search or the front page may find it.'
            : 'The connection was lost or our server did not answer. Your address is right: load the page again in a moment.'
        }
        action={missing ? { label: 'Go to the front page', href: '/' } : { label: 'Load again', href: path }}
        reload={!missing}
      />
    </>
  );
}
