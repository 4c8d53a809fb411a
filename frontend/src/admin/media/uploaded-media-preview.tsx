import { X } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../ui/button';
import { focalStyle } from '../../ui/focal-point';
import { isVideo } from './media-file';
import { fileNames, useFiles } from './use-files';

type UploadedMediaPreviewProps = {
  urls: readonly string[];
  /** The cover of the post, which may be one of them. */
  coverUrl: string;
  onRemove: (url: string) => void;
  onMakeCover: (url: string) => void;
};

/** The post's own media. */
export function UploadedMediaPreview({ urls, coverUrl, onRemove, onMakeCover }: UploadedMediaPreviewProps) {
  const id = useId();
  const fileAt = useFiles(urls);
  const named = fileNames(urls, fileAt);
  if (urls.length === 0) return null;
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h3 id={id} className="text-sm font-semibold">
        Uploaded Media Preview
      </h3>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-4">
        {urls.map((url) => (
          <li key={url} className="relative grid content-start gap-1.5 rounded-md border border-rule bg-raised p-2">
            {isVideo(url) ? (
              // biome-ignore lint/a11y/useMediaCaption: a thumbnail; the published post carries the real player
              <video
                src={url}
                controls
                preload="metadata"
                className="aspect-4/3 w-full rounded-sm bg-sunk object-cover"
              />
            ) : (
              <img
                src={url}
                alt=""
                loading="lazy"
                className="aspect-4/3 w-full rounded-sm bg-sunk object-cover"
                style={focalStyle(fileAt(url)?.focal_point)}
              />
            )}
            <Button
              look="ink"
              size="icon"
              className="absolute top-1 end-1 size-8 text-sm"
              aria-label={`Remove ${named.get(url)} from the post`}
              onClick={() => onRemove(url)}
            >
              <X aria-hidden="true" />
            </Button>
            <p className="truncate text-xs" title={named.get(url)}>
              {named.get(url)}
            </p>
            {url === coverUrl ? (
              <p className="py-1 text-xs leading-6 font-semibold text-ink-2">Cover</p>
            ) : (
              <Button look="quiet" size="sm" className="justify-self-start -ms-3" onClick={() => onMakeCover(url)}>
                Make cover<span className="sr-only"> {named.get(url)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
