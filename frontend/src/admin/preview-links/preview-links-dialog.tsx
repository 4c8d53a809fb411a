import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import type { PreviewLink } from '../../api/types';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { refetchAfterChange } from '../after-change';
import { ErrorLine } from '../screen/error-line';
import { formatDay, formatMoment } from '../time/publication-time';
import { endPreviewLink, previewLinksQuery } from './api';
import { NewLinkForm } from './new-link-form';

/** The links by which outsiders read a post that is not public yet. */
export function PreviewLinksDialog({ postId, onClose }: { postId: number; onClose: () => void }) {
  const client = useQueryClient();
  const query = previewLinksQuery(postId);
  const { data, isPending, isError, refetch } = useQuery(query);
  const reload = () => refetchAfterChange(client, { queryKey: query.queryKey });
  const end = useMutation({
    mutationFn: endPreviewLink,
    onSuccess: async ({ message }) => {
      toast.success(message);
      await reload();
    },
    onError: (cause) => {
      console.error(cause);
      toast.error('The link was not ended. Try again.');
    },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Preview links"
      description="Anyone with a link can read this post as it is saved, even before it is public, but not the newsroom’s notes."
      className="max-w-2xl"
    >
      <NewLinkForm postId={postId} onMade={reload} />
      {isPending && <p className="text-sm text-ink-2">Loading the links…</p>}
      {isError && <ErrorLine onRetry={() => refetch()}>The links could not be loaded.</ErrorLine>}
      {data && data.data.length > 0 && (
        <ul aria-label="Links" className="border-t border-rule">
          {data.data.map((link) => (
            <LinkRow
              key={link.id}
              link={link}
              busy={end.isPending && end.variables === link.id}
              onEnd={() => end.mutate(link.id)}
            />
          ))}
        </ul>
      )}
      {data?.data.length === 0 && <p className="text-sm text-ink-2">Nobody outside has a link to this post.</p>}
    </Dialog>
  );
}

function LinkRow({ link, busy, onEnd }: { link: PreviewLink; busy: boolean; onEnd: () => void }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-rule py-3 last:border-0">
      <div className="min-w-0 flex-1 basis-60 text-sm">
        <p>
          <strong className="font-semibold">{link.is_live ? `Until ${formatMoment(link.expires_at)}` : 'Ended'}</strong>
          {link.may_approve ? '' : ', only for reading'}
        </p>
        <p className="text-ink-2 wrap-anywhere">
          Made on {formatDay(link.created_at)} by {link.made_by ?? 'somebody who left'}.{' '}
          {link.last_opened_at ? `Last opened ${formatMoment(link.last_opened_at)}.` : 'Not opened yet.'}
        </p>
        <AnswerLine link={link} />
      </div>
      {link.is_live && (
        <Button look="outline" size="sm" className="min-h-10 px-4" busy={busy} onClick={onEnd}>
          End link
        </Button>
      )}
    </li>
  );
}

function AnswerLine({ link: { agreed_at, agreement_holds, answer_count } }: { link: PreviewLink }) {
  if (agreed_at) {
    return agreement_holds ? (
      <p className="font-medium text-success">Agreed on {formatDay(agreed_at)}.</p>
    ) : (
      <p className="text-ink-2">Agreed on {formatDay(agreed_at)}; the text was changed since.</p>
    );
  }
  if (answer_count === 0) return null;
  return <p className="text-ink-2">{answer_count === 1 ? 'Left a note.' : `Left ${answer_count} notes.`}</p>;
}
