import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, Trash2 } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import toast from 'react-hot-toast';
import { ApiProblem } from '../../api/problem';
import type { LibraryFile, LibraryInput } from '../../api/types';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { copyText } from '../../ui/copy-text';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Textarea } from '../../ui/textarea';
import { setAfterChange } from '../after-change';
import { kindAndSize } from '../file-picker/file-labels';
import { FocalPointField } from '../file-picker/focal-point-field';
import { deleteFile, describeFile, libraryFileQuery, reloadLibrary } from '../media/files';
import type { UploadLimits } from '../media/upload-rules';
import { titleOf } from '../post-values/post-title';
import { showDeletedToast } from '../restore/deleted-toast';
import { useRestore } from '../restore/use-restore';
import { ErrorLine } from '../screen/error-line';
import { isEditor } from '../session/staff-session';
import { formatMoment } from '../time/publication-time';
import { useUnsavedChanges } from '../unsaved-changes/unsaved-changes';
import { VideoCompanions } from './video-companions';

type LibraryFileDialogProps = { id: number; limits: UploadLimits; onClose: () => void };

/** One file: what it shows, what is said of it, where it is used. */
export function LibraryFileDialog({ id, limits, onClose }: LibraryFileDialogProps) {
  const { data, error, isFetching, refetch } = useQuery(libraryFileQuery(id));
  const [dirty, setDirty] = useState(false);
  const [leaving, setLeaving] = useState(false);
  useUnsavedChanges(dirty);
  const gone = error instanceof ApiProblem && error.status === 404;

  return (
    <Dialog
      open
      onOpenChange={() => (dirty ? setLeaving(true) : onClose())}
      title={data?.file_name ?? 'File'}
      className="max-w-5xl"
    >
      {data ? (
        <FileDetails file={data} limits={limits} onDirty={setDirty} onGone={onClose} />
      ) : gone ? (
        <ErrorLine look="refusal">This file is gone.</ErrorLine>
      ) : error ? (
        <ErrorLine busy={isFetching} onRetry={() => refetch()}>
          Failed to load the file
        </ErrorLine>
      ) : (
        <p role="status">Loading...</p>
      )}
      <ConfirmDialog
        open={leaving}
        onOpenChange={setLeaving}
        title="Close without saving?"
        confirmLabel="Close"
        onConfirm={onClose}
      >
        What you wrote about this file was not saved.
      </ConfirmDialog>
    </Dialog>
  );
}

type FileDetailsProps = {
  file: LibraryFile;
  limits: UploadLimits;
  onDirty: (dirty: boolean) => void;
  onGone: () => void;
};

function FileDetails({ file, limits, onDirty, onGone }: FileDetailsProps) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [fields, setFields] = useState<Record<string, string>>({});
  const [focalPoint, setFocalPoint] = useState(file.focal_point);
  const save = useMutation({
    mutationFn: (input: LibraryInput) => describeFile(file.id, input),
    onSuccess: async (saved) => {
      await setAfterChange(client, libraryFileQuery(file.id), saved);
      void reloadLibrary(client);
    },
    onError: (cause) => {
      console.error(cause);
      if (cause instanceof ApiProblem) setFields(cause.fields);
      toast.error(cause instanceof ApiProblem ? cause.error : 'Failed to save');
    },
  });
  const restore = useRestore();
  const remove = useMutation({
    mutationFn: () => deleteFile(file.id),
    onSuccess: ({ message }) => {
      showDeletedToast({
        message,
        details: ['It lies in the trash for 30 days.'],
        onUndo: () => restore.mutate({ kind: 'media', id: file.id }),
      });
      onDirty(false);
      onGone();
      void reloadLibrary(client);
    },
    onError: (cause) => {
      console.error(cause);
      toast.error(cause instanceof ApiProblem ? cause.error : 'Failed to delete');
      void reloadLibrary(client);
    },
  });

  function submit(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault();
    submitted.stopPropagation(); // a dialog's events reach the form around its opener
    setFields({});
    const { is_public, ...texts } = Object.fromEntries(
      [...new FormData(submitted.currentTarget)].map(([name, text]) => [name, String(text)]),
    );
    save.mutate(
      { ...texts, focal_point: focalPoint, ...(isEditor() && { is_public: is_public !== undefined }) },
      {
        onSuccess: () => {
          onDirty(false);
          toast.success('Saved');
        },
      },
    );
  }

  return (
    <div className="grid gap-x-8 gap-y-6 md:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
      <div className="grid content-start gap-4">
        <FilePreview file={file} />
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
          <dt className="text-ink-2">File</dt>
          <dd className="tabular-nums">{kindAndSize(file)}</dd>
          {file.width !== null && file.height !== null && (
            <>
              <dt className="text-ink-2">Pixels</dt>
              <dd className="tabular-nums">
                {file.width} × {file.height}
              </dd>
            </>
          )}
          <dt className="text-ink-2">Added</dt>
          <dd className="tabular-nums">{formatMoment(file.created_at)}</dd>
        </dl>
        <div className="flex flex-wrap gap-3">
          <Button look="outline" onClick={() => copyAddress(file.url)}>
            <Copy aria-hidden="true" />
            Copy address
          </Button>
          {file.used_by === 0 && isEditor() && (
            <Button look="outline" className="text-danger" busy={remove.isPending} onClick={() => setAsking(true)}>
              <Trash2 aria-hidden="true" />
              {remove.isPending ? 'Deleting...' : 'Delete file'}
            </Button>
          )}
        </div>
      </div>
      <div className="grid content-start gap-6">
        <form className="grid gap-4" onSubmit={submit} onChange={() => onDirty(true)}>
          <Field
            label="Alt text"
            hint="For people who cannot see it. Posts that show it already keep their own."
            error={fields.alt}
          >
            <Textarea name="alt" rows={2} defaultValue={file.alt} />
          </Field>
          <Field label="Caption" hint="Shown below it, as a cover and in texts." error={fields.caption}>
            <Textarea name="caption" rows={2} defaultValue={file.caption} />
          </Field>
          <Field label="Credit" hint="Who made it." error={fields.credit}>
            <Input name="credit" defaultValue={file.credit} autoComplete="off" />
          </Field>
          <FocalPointField
            file={file}
            value={focalPoint}
            error={fields.focal_point}
            onChange={(point) => {
              setFocalPoint(point);
              onDirty(true);
            }}
          />
          {isEditor() && (
            <Checkbox
              name="is_public"
              defaultChecked={file.is_public}
              label="Anyone may find this file"
              hint="It appears in search. Otherwise readers see it only in published posts and newsletters."
            />
          )}
          <Button type="submit" look="ember" className="justify-self-start" busy={save.isPending}>
            {save.isPending ? 'Saving...' : 'Save'}
          </Button>
        </form>
        {file.kind === 'video' && (
          <VideoCompanions
            file={file}
            limits={limits}
            onChange={(input, done) => save.mutate(input, { onSuccess: () => toast.success(done) })}
          />
        )}
        <WhereUsed file={file} />
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Delete this file?"
        confirmLabel="Delete file"
        onConfirm={() => {
          setAsking(false);
          remove.mutate();
        }}
      >
        {deletionText(file)}
      </ConfirmDialog>
    </div>
  );
}

function FilePreview({ file }: { file: LibraryFile }) {
  const frame = 'max-h-[26rem] w-full rounded-md bg-sunk object-contain';
  if (file.kind === 'video') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: they are there once somebody uploads them here
      <video src={file.url} poster={file.poster ?? undefined} controls preload="metadata" className={frame}>
        {file.captions && <track kind="captions" label="Captions" src={file.captions} />}
      </video>
    );
  }
  return (
    <img
      src={file.url}
      srcSet={file.picture?.srcset ?? undefined}
      sizes="(min-width: 48rem) 32rem, 90vw"
      alt={file.alt}
      width={file.width ?? undefined}
      height={file.height ?? undefined}
      className={frame}
    />
  );
}

function WhereUsed({ file }: { file: LibraryFile }) {
  const id = useId();
  const { posts, pages, issues, issue_drafts, videos } = file;
  const earlier = earlierText(file);
  const none = posts.length + pages.length + issues.length + issue_drafts.length + videos.length === 0;
  return (
    <section aria-labelledby={id} className="grid gap-2 border-t border-rule pt-5">
      <h3 id={id} className="text-sm font-semibold">
        Where it is used
      </h3>
      {none && <p className="text-sm text-ink-2">Nowhere{earlier && ' today'}. It can be deleted.</p>}
      <ul className="grid gap-1.5 text-sm">
        {posts.map((post) => (
          <li key={`post-${post.id}`}>
            <a href={addressOf(post)} target="_blank" rel="noopener" className={USER}>
              {titleOf(post)}
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
            {!post.is_public && <span className="text-ink-3"> · {STATES[post.status]}</span>}
          </li>
        ))}
        {pages.map((page) => (
          <li key={`page-${page.id}`}>
            Page:{' '}
            <a href={`/admin/pages/${page.id}`} className={USER}>
              {page.title}
            </a>
          </li>
        ))}
        {issues.map((issue) => (
          <li key={`issue-${issue.id}`}>
            Newsletter: <span className="font-medium">{issue.subject}</span>
          </li>
        ))}
        {issue_drafts.map((draft) => (
          <li key={`draft-${draft.id}`}>
            Newsletter: <span className="font-medium">{draft.subject || 'Untitled'}</span>
            <span className="text-ink-3"> · draft</span>
          </li>
        ))}
        {videos.map((video) => (
          <li key={`video-${video.id}`}>
            Video: <span className="font-medium">{video.file_name}</span>
          </li>
        ))}
      </ul>
      {earlier && <p className="text-sm text-ink-2">In old versions of {earlier}.</p>}
    </section>
  );
}

/** What a post is called that is not public. */
const STATES = { draft: 'draft', in_review: 'in review', published: 'scheduled', trash: 'in the trash' };

function addressOf({ id, slug, status, is_public }: LibraryFile['posts'][number]): string {
  if (status === 'trash') return '/admin/trash';
  return is_public ? `/post/slug/${encodeURIComponent(slug)}` : `/admin/preview/${id}`;
}

const USER = 'font-medium text-ember underline underline-offset-4 hover:text-ember-hover';
const DAY_MS = 24 * 3_600_000;

function deletionText(file: LibraryFile): string {
  const earlier = earlierText(file);
  const miss = earlier
    ? `Old versions of ${earlier} show it: restoring one within 30 days brings it back; later it is missing there.`
    : 'No old version of a post or page shows it.';
  const text = `${file.file_name} goes to the trash for 30 days. Its address leads nowhere meanwhile. ${miss}`;
  const isNew = Date.now() - Date.parse(file.created_at) < DAY_MS;
  return isNew ? `${text} It was uploaded less than a day ago: somebody may be writing a post with it.` : text;
}

/** "2 posts and 1 page": what shows a file in old versions alone; empty where nothing does. */
function earlierText({ earlier_posts, earlier_pages }: LibraryFile): string {
  const counts = [
    [earlier_posts, 'post'],
    [earlier_pages, 'page'],
  ] as const;
  return counts
    .filter(([count]) => count > 0)
    .map(([count, noun]) => `${count} ${noun}${count === 1 ? '' : 's'}`)
    .join(' and ');
}

async function copyAddress(url: string): Promise<void> {
  // Without its signature, which ends within the hour.
  const { origin, pathname } = new URL(url, window.location.origin);
  if (await copyText(origin + pathname)) toast.success('Address copied');
  else toast.error('Failed to copy');
}
