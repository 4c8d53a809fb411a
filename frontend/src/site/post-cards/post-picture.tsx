import type { PostCard } from '../../api/types';
import { blurBackground } from '../../ui/blur';
import { cssPosition } from '../../ui/focal-point';
import { Icon } from '../icons';
import { pictureMarkup } from '../picture';
import { categoryHue } from './category-hue';

type PostPictureProps = {
  post: PostCard;
  /** The box: shape and place. The picture fills it, so nothing moves when it arrives. */
  className: string;
  /** The one picture a page is judged by: fetched first, never late. */
  first?: boolean;
  /** How wide the box is, as `sizes` says it. */
  sizes?: string;
};

/** Pictures that load late know their box by then; for browsers that do not, most boxes at their widest. */
const BOX = 'auto, (min-width: 48em) 352px, 40vw';

/**
 * The picture of a post in a list. It says nothing the title beside it does not, so it is silent for screen readers.
 */
export function PostPicture({ post, className, first = false, sizes = BOX }: PostPictureProps) {
  const { preview } = post;
  const isVideo = preview?.kind === 'video';
  const still = isVideo ? post.poster_url : preview?.url;
  const box = { className: `pic ${className}`, style: blurBackground(preview?.blur, preview?.focal_point) };
  const badge = isVideo && (
    <span className="play-badge">
      <Icon name="play" />
    </span>
  );
  if (!still) {
    return (
      <div {...box}>
        <Placeholder slug={post.category_slug} />
        {badge}
      </div>
    );
  }
  const markup = pictureMarkup({
    src: still,
    srcSet: preview?.srcset ?? undefined,
    sizes,
    width: preview?.width ?? undefined,
    height: preview?.height ?? undefined,
    first,
    position: preview?.focal_point ? cssPosition(preview.focal_point) : undefined,
  });
  return badge ? (
    <div {...box}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: `pictureMarkup` escapes what it is told */}
      <div className="still" dangerouslySetInnerHTML={{ __html: markup }} />
      {badge}
    </div>
  ) : (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: As above.
    <div {...box} dangerouslySetInnerHTML={{ __html: markup }} />
  );
}

/** For posts without a picture: a small sun on a wide horizon in the category's hue. A sign, not a picture. */
function Placeholder({ slug }: { slug: string }) {
  return (
    <svg viewBox="0 0 120 80" aria-hidden="true" preserveAspectRatio="xMidYMid slice" className={categoryHue(slug)}>
      <path d="M0 0h120v80H0Z" fill="currentColor" opacity=".07" />
      <path d="M49 52a11 11 0 0 1 22 0Z" fill="currentColor" opacity=".32" />
      <path d="M0 52.25h120" stroke="currentColor" strokeWidth=".5" opacity=".28" />
    </svg>
  );
}
