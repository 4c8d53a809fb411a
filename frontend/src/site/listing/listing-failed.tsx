import { ApiProblem } from '../../api/problem';
import { PageHead } from '../head/page-head';
import { PageMessage } from '../messages/page-message';

type ListingFailedProps = {
  error: Error;
  /** What to say where there is no such list. */
  missing: string;
  /** The name of the list as its address has it. */
  name: string;
};

/** What stands in for the posts of an author or a tag: there is none, or they did not arrive. */
export function ListingFailed({ error, missing, name }: ListingFailedProps) {
  const isMissing = error instanceof ApiProblem && error.status === 404;
  return (
    <>
      <PageHead title={isMissing ? missing.slice(0, -1) : name} />
      <PageMessage
        title={isMissing ? missing : `Failed to load posts for ${name}`}
        text={
          isMissing
            ? 'The address may have been mistyped, or what stood here is no longer published. The front page or the search may help.'
            : 'The connection was lost or our server did not answer. Try again in a moment, or start from the front page.'
        }
        action={{ label: 'Back to home', href: '/' }}
      />
    </>
  );
}
