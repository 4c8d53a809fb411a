import type { PageHit } from '../../api/types';
import { Highlighted } from '../search-box/highlighted';

/** The pages of the site that a search found. */
export function FoundPages({ pages }: { pages: PageHit[] }) {
  if (pages.length === 0) return null;
  return (
    <section aria-labelledby="found-pages" className="mt-10">
      <h2 id="found-pages" className="found-count">
        Pages
      </h2>
      <ul className="grid gap-3">
        {pages.map(({ path, highlights: { title, text } }) => (
          <li key={path}>
            <h3 className="headline text-xl">
              <a href={path} className="-my-1 inline-block py-3 hover:underline">
                <Highlighted pieces={title} />
              </a>
            </h3>
            <p className="dek">
              <Highlighted pieces={text} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
