import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { ApiProblem } from '../../api/problem';
import { searchResults } from '../../api/queries/posts';
import type { SearchAnswer } from '../../api/types';
import { excerptLimits } from '../format/excerpt';
import { PageHead } from '../head/page-head';
import { SearchForm } from '../layout/search-form';
import { pageNumber } from '../listing/page-number';
import { Pagination } from '../listing/pagination';
import { PostRiver } from '../listing/post-river';
import { FoundMedia } from './found-media';
import { searchQuery } from './search-query';

const suggestions = ['solar', 'phones', 'security', 'invoices', 'video'];

/** What a search found: posts, the media in them, and media on their own. */
export function SearchPage() {
  const [search] = useSearchParams();
  const q = searchQuery(search);
  const { data, error } = useQuery({ ...searchResults(q, pageNumber(search)), enabled: q !== '' });
  return (
    <div className="wrap pb-16">
      <PageHead title={q ? `Search: ${q}` : 'Search'} description="Search everything published here." />
      <header className="listing-head search-head">
        <h1 className="headline text-3xl">Search</h1>
        {/* The key gives the field the words of an address that came another way: back, a link, the header's box. */}
        <SearchForm key={q} query={q} />
      </header>
      {q === '' && <SearchHelp />}
      {q !== '' && data && <SearchFound answer={data} q={q} />}
      {q !== '' && !data && error && <SearchFailed error={error} />}
    </div>
  );
}

function SearchHelp() {
  return (
    <div className="grid max-w-[40em] gap-4">
      <p className="dek">
        Every word you type must occur in a post: in its title, its text or its tags. Fewer words find more.
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

function SearchFound({ answer, q }: { answer: SearchAnswer; q: string }) {
  const { results, post_media: postMedia, standalone_media: standalone, total, page, per_page: perPage } = answer;
  const pages = Math.max(1, Math.ceil(total / perPage));
  if (total === 0 && postMedia.length === 0 && standalone.length === 0) {
    return (
      <div className="grid max-w-[40em] gap-4">
        <h2 className="headline text-2xl">No results found.</h2>
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
  const path = (number: number) => `/search?q=${encodeURIComponent(q)}${number > 1 ? `&page=${number}` : ''}`;
  return (
    <div className="listing-body">
      <section aria-labelledby="found-posts">
        <h2 id="found-posts" className="found-count">
          {(total === 1 ? '1 post' : `${total} posts`) + (pages > 1 ? `, page ${page} of ${pages}` : '')}
        </h2>
        {total === 0 && <p className="dek">No results found.</p>}
        <PostRiver posts={results} labelled={() => true} limit={excerptLimits.search} />
        <Pagination page={page} pages={pages} path={path} label="the results" />
      </section>
      <FoundMedia postMedia={postMedia} standalone={standalone} />
    </div>
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
