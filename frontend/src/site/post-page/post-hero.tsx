import type { Post } from '../../api/types';
import { blurBackground } from '../../ui/blur';
import { focalStyle } from '../../ui/focal-point';
import { captionWithCredit } from '../format/caption';
import { Picture } from '../picture';
import { containsMedia } from './post-content';

/** The post's picture or video above the text, unless the text itself shows the same file. */
export function PostHero({ post }: { post: Post }) {
  const { preview } = post;
  if (!preview || containsMedia(post.content, preview.url)) return null;
  const size = { width: preview.width ?? undefined, height: preview.height ?? undefined };
  const caption = captionWithCredit({ kind: preview.kind, caption: post.cover_caption, credit: post.cover_credit });
  const tall = preview.width !== null && preview.height !== null && preview.height > preview.width;
  return (
    <figure className={tall ? 'hero hero-tall' : 'hero'}>
      {preview.kind === 'video' ? (
        <video
          src={preview.url}
          poster={post.poster_url ?? undefined}
          aria-label={preview.alt || post.title}
          controls
          playsInline
          preload="metadata"
          {...size}
        >
          {preview.captions && <track kind="captions" label="Captions" src={preview.captions} />}
        </video>
      ) : (
        <Picture
          srcSet={preview.srcset ?? undefined}
          sizes="min(100vw, 1032px)"
          src={preview.url}
          alt={preview.alt}
          fetchPriority="high"
          style={{ ...blurBackground(preview.blur, preview.focal_point), ...focalStyle(preview.focal_point) }}
          {...size}
        />
      )}
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  );
}
