import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { corrections, correctionsKey } from '../../api/queries/corrections';
import { longDate } from '../format/dates';
import { inLanguage } from '../format/in-language';
import { JsonLd } from '../head/json-ld';
import { PageHead } from '../head/page-head';
import { breadcrumbs } from '../head/schema-org';
import { useSite } from '../hooks/use-site';
import { PageMessage } from '../messages/page-message';

const PATH = '/corrections';
const pagePath = (after?: string) => (after ? `${PATH}?after=${after}` : PATH);

/** What was wrong in posts and has been put right, newest first. */
export function CorrectionsPage() {
  const site = useSite();
  const [search] = useSearchParams();
  const after = correctionsKey(search);
  const { data, error } = useQuery(corrections(after));
  if (!data) return error ? <Failed /> : null;
  const { data: listed, next } = data;
  const beyond = after !== undefined && listed.length === 0;
  return (
    <div className="wrap pb-16">
      <PageHead
        title={after ? 'Earlier corrections' : 'Corrections'}
        description={`What ${site.brand} got wrong, and what is right: every correction of a story, newest first.`}
        canonicalPath={beyond ? undefined : pagePath(after)}
        feedPath={PATH}
        nextPath={next ? pagePath(next) : undefined}
      />
      {import.meta.env.SSR && <JsonLd data={breadcrumbs(site, [{ name: 'Corrections', path: PATH }])} />}
      <header className="listing-head">
        <h1 className="headline text-4xl">Corrections</h1>
        <p className="dek max-w-[36em]">
          When something in a story was wrong, we say so in the story and on this page, with the day on which we did.
        </p>
      </header>
      {listed.length === 0 && (
        <p className="dek">{after ? 'There is no earlier correction.' : 'No story has been corrected yet.'}</p>
      )}
      {listed.length > 0 && (
        <ul className="corrections-list">
          {listed.map(({ id, text, created_at: createdAt, post }) => (
            <li key={id} id={`correction-${id}`}>
              <p className="meta">
                <time dateTime={createdAt}>{longDate(createdAt)}</time>
              </p>
              <h2 className="headline text-xl" {...inLanguage(post.language)}>
                <a href={`${post.canonical_path}#corrections`} className="hover:underline">
                  {post.title}
                </a>
              </h2>
              <p className="correction-text" {...inLanguage(post.language)}>
                {text}
              </p>
            </li>
          ))}
        </ul>
      )}
      {(after || next) && (
        <nav aria-label="Pages of corrections" className="pagination">
          {after ? <a href={PATH}>← Newest</a> : <span />}
          {next && (
            <a href={pagePath(next)} rel="next">
              Older →
            </a>
          )}
        </nav>
      )}
    </div>
  );
}

function Failed() {
  return (
    <>
      <PageHead title="Corrections" />
      <PageMessage
        title="Failed to load the corrections"
        text="The connection was lost or our server did not answer. Try again in a moment."
        action={{ label: 'Try again', href: PATH }}
        reload
      />
    </>
  );
}
