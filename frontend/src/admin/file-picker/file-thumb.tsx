import { Film } from 'lucide-react';
import type { LibraryItem } from '../../api/types';
import { blurBackground } from '../../ui/blur';
import { cn } from '../../ui/cn';
import { focalStyle } from '../../ui/focal-point';

type FileThumbProps = { item: LibraryItem; className?: string };

/** A file, small: its picture on its own blur, so that nothing flashes white while it comes. */
export function FileThumb({ item: { kind, picture, focal_point }, className }: FileThumbProps) {
  return (
    <span
      className={cn('relative grid place-items-center overflow-hidden bg-sunk', className)}
      style={blurBackground(picture?.blur, focal_point)}
    >
      {picture ? (
        <img
          src={picture.url}
          srcSet={picture.srcset ?? undefined}
          sizes="(min-width: 64rem) 12rem, 45vw"
          alt=""
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full object-cover"
          style={focalStyle(focal_point)}
        />
      ) : (
        <Film aria-hidden="true" className="size-8 text-ink-3" />
      )}
      {kind === 'video' && picture && (
        <span className="absolute bottom-2 start-2 grid size-7 place-items-center rounded-full bg-night/80 text-night-ink">
          <Film aria-hidden="true" className="size-4" />
        </span>
      )}
    </span>
  );
}
