import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { useNavigate } from 'react-router';
import type { CleanedMedia } from '../../api/types';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { recentEmailLogsQuery } from '../calls/email-logs';
import { cleanBrokenMedia } from '../calls/posts';
import { subscriptionCountQuery } from '../calls/subscriptions';
import { CsvButton } from '../csv/csv-button';
import { titleOf } from '../post-values/post-title';
import { isAdministrator } from '../session/staff-session';

/** Maintenance tools of the whole site. */
export function AdminTools({ onCleaned }: { onCleaned: () => void }) {
  const navigate = useNavigate();
  const [found, setFound] = useState<CleanedMedia | null>(null);
  const subscriptions = useQuery(subscriptionCountQuery);
  const emailLogs = useQuery(recentEmailLogsQuery);
  const clean = useMutation({
    mutationFn: () => cleanBrokenMedia(),
    onSuccess: ({ removed, left }) => {
      cleaned(resultText(removed, left));
      onCleaned();
    },
    onError: failed,
  });
  const preview = useMutation({
    mutationFn: () => cleanBrokenMedia({ dryRun: true }),
    onSuccess: (answer) => {
      if (answer.removed > 0) setFound(answer);
      else cleaned(nothingText(answer.left));
    },
    onError: failed,
  });
  const busy = preview.isPending || clean.isPending;

  return (
    <section aria-labelledby="tools-title">
      <h2 id="tools-title" className="border-b-2 border-rule-strong pb-3 text-xl font-semibold tracking-tight">
        Admin Tools
      </h2>
      <dl className="grid gap-2 py-3 text-sm">
        <div className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-ink-2">Subscriptions</dt>
          <dd className="font-medium tabular-nums">{countText(subscriptions)}</dd>
        </div>
        <div className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-ink-2">Email logs</dt>
          <dd className="font-medium tabular-nums">{countText(emailLogs)}</dd>
        </div>
      </dl>
      <div className="grid gap-5 border-t border-rule pt-4">
        <div className="grid justify-items-start gap-3">
          <p className="text-sm text-ink-2">
            Opens the newsletter, so that you can check and change it. Nothing is sent yet.
          </p>
          <Button look="outline" onClick={() => navigate('/admin/newsletter')}>
            Send Newsletter
          </Button>
        </div>
        <div className="grid justify-items-start gap-3">
          <p className="text-sm text-ink-2">Removes pictures and videos from posts where their files are gone.</p>
          <Button look="outline" busy={busy} onClick={() => preview.mutate()}>
            {busy ? 'Cleaning...' : 'Clean Broken Media'}
          </Button>
        </div>
        <div className="grid justify-items-start gap-3">
          <p className="text-sm text-ink-2">Deals that have a broken link, an old price, or have expired.</p>
          <Button look="outline" onClick={() => navigate('/admin/deals')}>
            Look at Deals
          </Button>
        </div>
        {isAdministrator() && (
          <div className="grid justify-items-start gap-3">
            <p className="text-sm text-ink-2">
              All subscribers with their status and topics, also those who unsubscribed.
            </p>
            <CsvButton path="/admin/subscribers/csv" of="subscribers" />
          </div>
        )}
      </div>
      <ConfirmDialog
        open={found !== null}
        onOpenChange={() => setFound(null)}
        title="Clean Broken Media"
        confirmLabel="Remove references"
        onConfirm={() => {
          setFound(null);
          clean.mutate();
        }}
      >
        {found && <CleaningPreview found={found} />}
      </ConfirmDialog>
    </section>
  );
}

/** Success toast of the cleaning, with its result. */
function cleaned(result: string) {
  toast.success(
    <span>
      <span className="block">Broken media cleaned successfully</span> <span className="block text-xs">{result}</span>
    </span>,
  );
}

function failed(cause: unknown) {
  console.error(cause);
  toast.error('Failed to clean broken media');
}

/** Confirmation text with the references that will be removed. Inside a paragraph, so all of it is phrasing content. */
function CleaningPreview({ found: { removed, posts, videos, left, named } }: { found: CleanedMedia }) {
  const going = named.filter((post) => !post.left);
  const more = posts - going.length;
  return (
    <>
      <span className="block">This will permanently remove all broken media references. Continue?</span>
      <span className="mt-3 block font-medium text-ink">
        {removed === 1 ? '1 reference' : `${removed} references`} in {placesText(posts, videos)}:
      </span>
      <span className="mt-1 block max-h-48 overflow-y-auto">
        {going.map(({ id, title, files }) => (
          <span key={id} className="block py-0.5">
            {titleOf({ title })} ({files.length === 1 ? '1 file' : `${files.length} files`})
          </span>
        ))}
        {more > 0 && <span className="block py-0.5">and {more} more</span>}
      </span>
      {left > 0 && <span className="mt-3 block">{leftText(left)}</span>}
    </>
  );
}

function placesText(posts: number, videos: number): string {
  const inPosts = posts === 1 ? '1 post' : `${posts} posts`;
  if (videos === 0) return inPosts;
  const ofVideos = `the picture or captions of ${videos === 1 ? '1 video' : `${videos} videos`}`;
  return posts === 0 ? ofVideos : `${inPosts} and ${ofVideos}`;
}

function nothingText(left: number): string {
  return left > 0 ? `Nothing was removed. ${leftText(left)}` : 'No broken media: every file that posts show is there.';
}

function leftText(left: number): string {
  return `Not changed, because nothing else is in them: ${left === 1 ? '1 post' : `${left} posts`}.`;
}

function countText({ data, isError }: { data?: { total?: number | null }; isError: boolean }) {
  if (isError) return 'Not loaded';
  return data?.total ?? '…';
}

function resultText(removed: number, left: number): string {
  const gone = removed === 1 ? '1 reference removed.' : `${removed} references removed.`;
  return left > 0 ? `${gone} ${leftText(left)}` : gone;
}
