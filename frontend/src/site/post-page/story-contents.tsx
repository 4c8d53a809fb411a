import type { StoryHeading } from './story-headings';

/** Table of contents of a long text: plain links, so that they work before and without JavaScript. */
export function StoryContents({ headings }: { headings: StoryHeading[] }) {
  if (headings.length === 0) return null;
  return (
    <nav aria-labelledby="contents" className="story-contents no-print">
      <h2 id="contents">In this story</h2>
      <ol>
        {headings.map(({ id, level, text }) => (
          <li key={id} data-level={level}>
            <a href={`#${encodeURIComponent(id)}`}>{text}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
