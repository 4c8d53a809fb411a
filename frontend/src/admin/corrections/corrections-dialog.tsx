import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { IdempotencyKey } from '../../api/idempotency-key';
import type { AdminPost } from '../../api/types';
import { Dialog } from '../../ui/dialog';
import { ErrorLine } from '../screen/error-line';
import { SeeOnSite, showOutcome } from '../screen/outcome-toast';
import { addCorrection, correctionsQuery, reloadCorrections } from './api';
import { CorrectionField } from './correction-field';
import { CorrectionHistory } from './correction-history';
import { CorrectionRow } from './correction-row';

type CorrectionsDialogProps = {
  post: Pick<AdminPost, 'id' | 'is_public'>;
  /** A correction that is being written. */
  draft: string;
  onDraft: (text: string) => void;
  onClose: () => void;
};

/** The corrections of a post: what readers are told, and what was done to it. */
export function CorrectionsDialog({ post, draft, onDraft, onClose }: CorrectionsDialogProps) {
  const client = useQueryClient();
  const { data, isPending, isError, refetch } = useQuery(correctionsQuery(post.id));
  const [key] = useState(() => new IdempotencyKey());
  const reload = () => reloadCorrections(client, post.id);
  const add = useMutation({
    mutationFn: () => addCorrection(post.id, { text: draft }, key),
    onSuccess: async () => {
      onDraft('');
      showOutcome({
        message: 'Correction published.',
        details: ['Readers see it below the post and among all corrections.'],
        action: <SeeOnSite path="/corrections" />,
      });
      await reload();
    },
    onError: (cause) => console.error(cause),
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Corrections"
      description="Dated notes to readers, shown below the post and on the page of all corrections."
      className="max-w-2xl"
    >
      {post.is_public ? (
        <CorrectionField
          label="New correction"
          hint="What was wrong, and what is right. Change the text of the post as well."
          text={draft}
          onText={onDraft}
          cause={add.error}
          action="Publish correction"
          busy={add.isPending}
          onSave={() => add.mutate()}
        />
      ) : (
        <p className="text-sm text-ink-2">Readers cannot see this post now, nor its corrections.</p>
      )}
      {isPending && <p className="text-sm text-ink-2">Loading the corrections…</p>}
      {isError && <ErrorLine onRetry={() => refetch()}>The corrections could not be loaded.</ErrorLine>}
      {data?.data.length === 0 && <p className="text-sm text-ink-2">This post has no correction.</p>}
      {data && data.data.length > 0 && (
        <ul aria-label="Corrections" className="border-t border-rule">
          {[...data.data].reverse().map((correction) => (
            <CorrectionRow key={correction.id} correction={correction} onChanged={reload} />
          ))}
        </ul>
      )}
      <CorrectionHistory postId={post.id} />
    </Dialog>
  );
}
