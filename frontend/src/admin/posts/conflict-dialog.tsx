import type { AdminPost } from '../../api/types';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { formatMoment } from './nairobi-time';
import { type PostFormValues, valuesOf } from './post-values';

type ConflictDialogProps = {
  mine: PostFormValues;
  theirs: AdminPost;
  onKeepMine: () => void;
  onLoadTheirs: () => void;
  onClose: () => void;
};

const LABELS: Partial<Record<keyof PostFormValues, string>> = {
  title: 'Title',
  content: 'Content',
  category_name: 'Category',
  author_name: 'Author',
  custom_author: 'Author name',
  tags: 'Tags',
  publish_date: 'Publish Date',
  brand: 'Brand',
  is_today_pick: "Today's Pick",
  extra_text: 'Extra Text',
  deal_links: 'Deal Links',
  media_urls: 'Media',
  slug: 'Slug',
  excerpt: 'Excerpt',
  status: 'Status',
};

/** Somebody saved the post while it was being edited here: shows what differs and lets the editor choose. */
export function ConflictDialog({ mine, theirs, onKeepMine, onLoadTheirs, onClose }: ConflictDialogProps) {
  const their = valuesOf(theirs);
  const differing = (Object.keys(LABELS) as (keyof PostFormValues)[]).filter(
    (name) => JSON.stringify(mine[name]) !== JSON.stringify(their[name]),
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="This post was changed meanwhile"
      description={`Somebody saved it at ${formatMoment(theirs.updated_at)} (Nairobi) while you were editing. Nothing of yours is lost: choose which version counts.`}
      className="max-w-2xl"
    >
      <div className="overflow-x-auto">
        <table className="w-full text-left text-sm">
          <thead>
            <tr className="border-b border-rule text-xs text-ink-2">
              <th scope="col" className="py-2 pr-4 font-medium">
                Differs
              </th>
              <th scope="col" className="py-2 pr-4 font-medium">
                Mine
              </th>
              <th scope="col" className="py-2 font-medium">
                Theirs
              </th>
            </tr>
          </thead>
          <tbody>
            {differing.map((name) => (
              <tr key={name} className="border-b border-rule align-top">
                <th scope="row" className="py-2 pr-4 font-semibold whitespace-nowrap">
                  {LABELS[name]}
                </th>
                <td className="py-2 pr-4 wrap-anywhere">{shortText(mine[name])}</td>
                <td className="py-2 wrap-anywhere">{shortText(their[name])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="text-xs text-ink-2">
        Keeping yours saves your form over theirs; their version stays in the history. Loading theirs keeps a copy of
        your form in this browser, to restore.
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="quiet" className="mr-auto -ml-3 px-3" onClick={onClose}>
          Back to the form
        </Button>
        <Button look="outline" onClick={onLoadTheirs}>
          Load theirs
        </Button>
        <Button onClick={onKeepMine}>Keep mine</Button>
      </div>
    </Dialog>
  );
}

const SHORT = 160;

function shortText(value: PostFormValues[keyof PostFormValues]): string {
  const text =
    typeof value === 'boolean'
      ? value
        ? 'Yes'
        : 'No'
      : Array.isArray(value)
        ? value.map((item) => (typeof item === 'string' ? item : `${item.label} ${item.price}`.trim())).join(', ')
        : plainText(String(value));
  return text.length > SHORT ? `${text.slice(0, SHORT).trimEnd()}…` : text || '(empty)';
}

function plainText(html: string): string {
  const spaced = html.replace(/<\/(p|h\d|li|figcaption|td|th|pre)>/g, '$& ');
  return new DOMParser().parseFromString(spaced, 'text/html').body.textContent?.replace(/\s+/g, ' ').trim() ?? '';
}
