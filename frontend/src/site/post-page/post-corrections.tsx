import type { Post } from '../../api/types';
import { longDate } from '../format/dates';

const ID = 'corrections';

type PostCorrectionsProps = Pick<Post, 'corrections'>;

/** At the top of a post: it was corrected, and the way to what was wrong. */
export function CorrectedLine({ corrections }: PostCorrectionsProps) {
  const newest = corrections.at(-1);
  if (!newest) return null;
  return (
    <p className="corrected-line">
      <a href={`#${ID}`}>
        Corrected on {longDate(newest.created_at)}
        <span className="sr-only">: see what was wrong</span>
      </a>
    </p>
  );
}

/** At the foot of a text: what was wrong in it, newest first. */
export function PostCorrections({ corrections }: PostCorrectionsProps) {
  if (corrections.length === 0) return null;
  return (
    <section id={ID} className="post-corrections" aria-labelledby="corrections-title">
      <h2 id="corrections-title">{corrections.length === 1 ? 'Correction' : 'Corrections'}</h2>
      <ul>
        {[...corrections].reverse().map(({ text, created_at: createdAt }) => (
          <li key={createdAt + text}>
            <p className="meta">
              <time dateTime={createdAt}>{longDate(createdAt)}</time>
            </p>
            <p className="correction-text">{text}</p>
          </li>
        ))}
      </ul>
      <p className="no-print">
        <a href="/corrections" className="more-link">
          All corrections →
        </a>
      </p>
    </section>
  );
}
