import { Dialog } from '../../ui/dialog';
import { focalStyle } from '../../ui/focal-point';
import { isVideo } from '../media/media-file';
import { fileNames, useFiles } from '../media/use-files';

type CoverFromTextProps = { urls: readonly string[]; onChoose: (url: string) => void; onClose: () => void };

/** Chooses the cover among the pictures and videos of the post. */
export function CoverFromText({ urls, onChoose, onClose }: CoverFromTextProps) {
  const fileAt = useFiles(urls);
  const named = fileNames(urls, fileAt);
  return (
    <Dialog open onOpenChange={onClose} title="From the text" className="max-w-3xl">
      <ul aria-label="Files of the post" className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        {urls.map((url) => (
          <li key={url} className="min-w-0">
            <button
              type="button"
              className="grid w-full cursor-pointer gap-2 rounded-md text-start"
              onClick={() => {
                onChoose(url);
                onClose();
              }}
            >
              {isVideo(url) ? (
                <video src={url} muted preload="metadata" className={THUMB} />
              ) : (
                <img src={url} alt="" className={THUMB} style={focalStyle(fileAt(url)?.focal_point)} />
              )}
              <span className="truncate text-sm font-medium">{named.get(url)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

const THUMB = 'aspect-4/3 w-full rounded-md bg-sunk object-cover';
