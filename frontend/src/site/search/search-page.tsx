import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { ApiProblem } from '../../api/problem';
import { searchResults } from '../../api/queries/posts';
import type { SearchResults } from '../../api/types';
import { PageHead } from '../head/page-head';
import { pageNumber } from '../listing/page-number';
import { Pagination } from '../listing/pagination';
import { StoryCard } from '../post-cards/story-card';
import { Highlighted } from '../search-box/highlighted';
import { SearchForm } from '../search-box/search-form';
import { isTruncated, maxQueryLength, searchQuery } from '../search-box/search-query';
import { FoundMedia } from './found-media';
import { FoundPages } from './found-pages';
import { SearchFilters } from './search-filters';
import { searchPath } from './search-path';

const suggestions = ['solar', 'phones', 'security', 'invoices', 'video'];

/** What a search found: posts, pages, the media in posts, and media on their own. */
export function SearchPage() {
  const [search] = useSearchParams();
  const q = searchQuery(search);
  const { data, error } = useQuery({ ...searchResults(q, pageNumber(search), search), enabled: q !== '' });
  return (
    <div className="wrap pb-16">
      <PageHead title={q ? `Search: ${q}` : 'Search'} description="Search everything published here." />
      <header className="listing-head search-head">
        <h1 className="headline text-3xl">Search</h1>
        <SearchForm query={q} />
        {isTruncated(search) && (
          <p className="meta">Your search is longer than {maxQueryLength} characters. We looked for its beginning.</p>
        )}
      </header>
      {q === '' && <SearchHelp />}
      {q !== '' && data && <SearchFound key={search.toString()} answer={data} q={q} search={search} />}
      {q !== '' && !data && error && <SearchFailed error={error} />}
    </div>
  );
}

function SearchHelp() {
  return (
    <div className="grid max-w-[40em] gap-4">
      <p className="dek">
        Every word you type must occur in a post: in its title, its text, its tags or its deals. Small slips are
        forgiven, and fewer words find more. “Quotation marks” find words as they stand there.
      </p>
      <p className="meta">Try one of these:</p>
      <ul className="chips">
        {suggestions.map((word) => (
          <li key={word}>
            <a href={`/search?q=${word}`}>{word}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function SearchFound({ answer, q, search }: { answer: SearchResults; q: string; search: URLSearchParams }) {
  const { results, post_media: postMedia, standalone_media: standalone, total, page, per_page: perPage } = answer;
  const found = answer.pages;
  const pages = Math.max(1, Math.ceil(total / perPage));
  // An old link, or posts that have gone since.
  const beyond = page > pages;
  const filters = <SearchFilters q={q} search={search} found={results} />;
  const suggestion = answer.suggestion !== null && <Suggestion q={answer.suggestion} search={search} />;
  // Filters narrow posts and their media; pages are found without.
  const isNothing = total === 0 && postMedia.length === 0 && standalone.length === 0;
  if (isNothing && found.length === 0) {
    return (
      <div className="grid max-w-[40em] gap-4">
        <h2 className="headline text-2xl">No results found.</h2>
        {suggestion}
        {searchPath(q, search) !== searchPath(q) && filters}
        <p className="dek">Check the spelling, or try fewer and plainer words. These searches find something:</p>
        <ul className="chips">
          {suggestions.map((word) => (
            <li key={word}>
              <a href={`/search?q=${word}`}>{word}</a>
            </li>
          ))}
        </ul>
        <p>
          <a href="/" className="back-link">
            Or start from the front page
          </a>
        </p>
      </div>
    );
  }
  return (
    <div className="listing-body">
      <section aria-labelledby="found-posts">
        <h2 id="found-posts" className="found-count">
          {(total === 1 ? '1 post' : `${total} posts`) + (pages > 1 && !beyond ? `, page ${page} of ${pages}` : '')}
        </h2>
        {!isNothing && filters}
        {total === 0 && found.length === 0 && <p className="dek">No results found.</p>}
        {suggestion}
        {beyond && (
          <>
            <p className="dek">There is no page {page} of these results.</p>
            <p>
              <a href={searchPath(q, search)} className="more-link">
                To the first page →
              </a>
            </p>
          </>
        )}
        <div className="river">
          {results.map((hit) => (
            <StoryCard
              key={hit.id}
              heading="h2"
              post={hit}
              shape="river"
              label
              marked={{
                title: <Highlighted pieces={hit.highlights.title} />,
                text: <Highlighted pieces={hit.highlights.text} />,
              }}
            />
          ))}
        </div>
        {!beyond && (
          <Pagination page={page} pages={pages} path={(number) => searchPath(q, search, number)} label="the results" />
        )}
        <FoundPages pages={found} />
      </section>
      <FoundMedia postMedia={postMedia} standalone={standalone} />
    </div>
  );
}

function Suggestion({ q, search }: { q: string; search: URLSearchParams }) {
  return (
    <p className="dek">
      Did you mean{' '}
      <a href={searchPath(q, search)} className="underline">
        {q}
      </a>
      ?
    </p>
  );
}

function SearchFailed({ error }: { error: Error }) {
  const limited = error instanceof ApiProblem && error.status === 429;
  return (
    <div className="grid max-w-[40em] gap-4">
      <h2 className="headline text-2xl">{limited ? 'That was a lot of searches.' : 'The search did not answer.'}</h2>
      <p className="dek">
        {limited
          ? 'Wait a minute, then search again. What you typed is still in the field above.'
          : 'The connection was lost or our server is busy. Search again in a moment.'}
      </p>
      <p>
        <a href="/" className="back-link">
          Go to the front page
        </a>
      </p>
    </div>
  );
}
