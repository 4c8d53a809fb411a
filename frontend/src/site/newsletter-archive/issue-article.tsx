import { useQuery } from '@tanstack/react-query';
import { ApiProblem } from '../../api/problem';
import { archivedIssue } from '../../api/queries/newsletter-issues';
import { longDate } from '../format/dates';
import { PageHead } from '../head/page-head';
import { useSite } from '../hooks/use-site';
import { PageMessage } from '../messages/page-message';
import { NewsletterBox } from '../newsletter-sign-up/newsletter-box';

/** One newsletter, in the browser. */
export function IssueArticle({ id }: { id: string }) {
  const site = useSite();
  const { data, error } = useQuery(archivedIssue(id));
  if (!data) return error ? <Failed error={error} /> : null;
  return (
    <div className="wrap pb-16">
      <PageHead
        title={data.subject}
        description={`A newsletter of ${site.brand} from ${longDate(data.sent_at)}.`}
        canonicalPath={`/newsletter/issues/${data.id}`}
      />
      <article>
        <header className="listing-head">
          <p>
            <a href="/newsletter/issues" className="back-link">
              ← Past newsletters
            </a>
          </p>
          <p className="meta">
            Newsletter, <time dateTime={data.sent_at}>{longDate(data.sent_at)}</time>
          </p>
          <h1 className="headline text-4xl">{data.subject}</h1>
        </header>
        <div className="listing-body">
          {/* Mails hold no frames and seldom a table: what the post page adds to its text would only weigh here. */}
          <div
            className="prose [&_table]:block [&_table]:overflow-x-auto"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: the server cleaned it when it was sent
            dangerouslySetInnerHTML={{ __html: data.html }}
          />
          <NewsletterBox slim />
        </div>
      </article>
    </div>
  );
}

function Failed({ error }: { error: Error }) {
  const isMissing = error instanceof ApiProblem && error.status === 404;
  return (
    <>
      <PageHead title="Newsletter" />
      <PageMessage
        title={isMissing ? 'There is no such newsletter.' : 'Failed to load the newsletter'}
        text={
          isMissing
            ? 'The address may have been mistyped, or it has not gone out. Those that have stand together on one page.'
            : 'The connection was lost or our server did not answer. Try again in a moment.'
        }
        action={{ label: 'Past newsletters', href: '/newsletter/issues' }}
      />
    </>
  );
}
