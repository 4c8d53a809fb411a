import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { issueArchive } from '../../api/queries/newsletter-issues';
import { longDate } from '../format/dates';
import { JsonLd } from '../head/json-ld';
import { PageHead } from '../head/page-head';
import { breadcrumbs } from '../head/schema-org';
import { useSite } from '../hooks/use-site';
import { pageNumber } from '../listing/page-number';
import { Pagination } from '../listing/pagination';
import { PageMessage } from '../messages/page-message';
import { NewsletterBox } from '../newsletter-sign-up/newsletter-box';

const PATH = '/newsletter/issues';
const pagePath = (page: number) => (page > 1 ? `${PATH}?page=${page}` : PATH);

/** Every newsletter that went out, newest first. */
export function IssueArchive() {
  const site = useSite();
  const [search] = useSearchParams();
  const { data, error } = useQuery(issueArchive(pageNumber(search)));
  if (!data) {
    return error ? (
      <>
        <PageHead title="Past newsletters" />
        <PageMessage
          title="Failed to load the newsletters"
          text="The connection was lost or our server did not answer. Try again in a moment."
          action={{ label: 'Try again', href: PATH }}
          reload
        />
      </>
    ) : null;
  }
  const { data: issues, total, page, per_page: perPage } = data;
  const pages = Math.max(1, Math.ceil(total / perPage));
  const beyond = page > pages;
  return (
    <div className="wrap pb-16">
      <PageHead
        title={page > 1 ? `Past newsletters, page ${page}` : 'Past newsletters'}
        description={`Every newsletter that ${site.brand} has sent, to be read in the browser.`}
        canonicalPath={beyond ? undefined : pagePath(page)}
        previousPath={page > 1 && !beyond ? pagePath(page - 1) : undefined}
        feedPath={PATH}
        nextPath={page < pages ? pagePath(page + 1) : undefined}
      />
      {import.meta.env.SSR && (
        <JsonLd
          data={breadcrumbs(site, [
            { name: 'Newsletters', path: '/newsletters' },
            { name: 'Past newsletters', path: PATH },
          ])}
        />
      )}
      <header className="listing-head">
        <p>
          <a href="/newsletters" className="back-link">
            ← Newsletters
          </a>
        </p>
        <h1 className="headline text-4xl">Past newsletters</h1>
      </header>
      <div className="listing-body">
        <div>
          {total === 0 && (
            <p className="dek">
              No newsletter has gone out yet. Sign up here, and the first one comes to you; later it stands on this
              page.
            </p>
          )}
          {beyond && total > 0 && <p className="dek">There is no page {page} any more.</p>}
          {beyond && (
            <p>
              <a href={PATH} className="more-link">
                To the newest newsletters →
              </a>
            </p>
          )}
          <ul>
            {issues.map(({ id, subject, sent_at: sentAt }) => (
              <li key={id} className="border-b border-rule py-5">
                <p className="meta">
                  <time dateTime={sentAt}>{longDate(sentAt)}</time>
                </p>
                <h2 className="headline text-xl">
                  <a href={`${PATH}/${id}`} className="hover:underline">
                    {subject}
                  </a>
                </h2>
              </li>
            ))}
          </ul>
          {!beyond && <Pagination page={page} pages={pages} path={pagePath} label="newsletters" />}
        </div>
        <NewsletterBox slim />
      </div>
    </div>
  );
}
