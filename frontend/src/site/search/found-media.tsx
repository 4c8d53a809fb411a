import type { PostMedia, StandaloneMedia } from '../../api/types';
import { focalStyle } from '../../ui/focal-point';
import { Picture } from '../picture';
import { postPath } from '../post-cards/post-path';

const perPost = 4;

/** How wide a picture is shown; browsers that do not know their boxes take what is widest. */
const BOX = 'auto, (min-width: 48em) 240px, 45vw';

type FoundMediaProps = { postMedia: PostMedia[]; standalone: StandaloneMedia[] };

/** The pictures and videos that a search found: those of posts, at most four of each, and those of none. */
export function FoundMedia({ postMedia, standalone }: FoundMediaProps) {
  const shown = limitPerPost(postMedia);
  if (shown.length === 0 && standalone.length === 0) return null;
  return (
    <div className="found-media">
      {shown.length > 0 && (
        <section aria-labelledby="post-media">
          <h2 id="post-media">Post Media</h2>
          <ul>
            {shown.map((medium) => (
              <li key={medium.url}>
                <a href={postPath(medium.post_slug, medium.post_id)}>
                  <Medium medium={medium} />
                  <span>{medium.post_title}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {standalone.length > 0 && (
        <section aria-labelledby="standalone-media">
          <h2 id="standalone-media">Standalone Media</h2>
          <ul>
            {standalone.map((medium) => (
              <li key={medium.url}>
                <a href={medium.url} target="_blank" rel="noopener">
                  <Medium medium={medium} />
                  <span>
                    {medium.alt || fileName(medium.url)}
                    <span className="sr-only"> (opens in a new tab)</span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** The words beside it name the link, so the picture itself is silent. */
function Medium({ medium }: { medium: StandaloneMedia }) {
  if (medium.kind === 'video') return <video src={medium.url} preload="metadata" muted playsInline className="pic" />;
  return (
    <Picture
      srcSet={medium.srcset ?? undefined}
      sizes={BOX}
      src={medium.url}
      alt=""
      width={medium.width ?? undefined}
      height={medium.height ?? undefined}
      loading="lazy"
      decoding="async"
      className="pic"
      style={focalStyle(medium.focal_point)}
    />
  );
}

/** Media of the same post stay together; what comes after its fourth is left out. */
function limitPerPost(media: PostMedia[]): PostMedia[] {
  const count = new Map<number, number>();
  return media.filter(({ post_id: post }) => {
    const before = count.get(post) ?? 0;
    count.set(post, before + 1);
    return before < perPost;
  });
}

function fileName(url: string): string {
  return url.split('/').at(-1) ?? url;
}
