import { useState } from 'react';
import type { AdminPost } from '../../api/types';
import { Button } from '../../ui/button';
import { isContributor, isEditor } from '../session/staff-session';
import { formatDay } from '../time/publication-time';
import type { ReviewStep } from './api';
import { SendBackDialog } from './send-back-dialog';

type ReviewButtonsProps = {
  post: AdminPost | null;
  /** Status as the form has it. */
  status: string;
  disabled: boolean;
  /** Saves what the form holds, then takes the step. */
  onStep: (step: ReviewStep) => void;
};

/** Whether a step is what comes next, before saving: a contributor submits a draft, an editor approves what was. */
export function hasMainStep(post: AdminPost | null, status: string): boolean {
  return isEditor() ? post?.status === 'in_review' : isContributor() && status === 'draft';
}

/** What may be done with a post besides saving it: submit it for review, approve it, send it back. */
export function ReviewButtons({ post, status, disabled, onStep }: ReviewButtonsProps) {
  const [sendingBack, setSendingBack] = useState(false);
  // A contributor's post is published by nobody else's hand; it can be sent back when it is out, too.
  const canReturn = post?.status === 'in_review' || (post?.status === 'published' && post.owner !== null);
  return (
    <>
      {!isEditor() && status === 'draft' && (
        <Button
          look={hasMainStep(post, status) ? 'ember' : 'outline'}
          disabled={disabled}
          onClick={() => onStep({ step: 'submit' })}
        >
          Submit for review
        </Button>
      )}
      {isEditor() && post?.status === 'in_review' && (
        <Button look="ember" disabled={disabled} onClick={() => onStep({ step: 'approve' })}>
          Approve
        </Button>
      )}
      {isEditor() && canReturn && (
        <Button look="outline" disabled={disabled} onClick={() => setSendingBack(true)}>
          Send back…
        </Button>
      )}
      {post?.agreed_at && (
        <p className="text-sm font-medium text-success">Agreed by preview link on {formatDay(post.agreed_at)}</p>
      )}
      {sendingBack && post && (
        <SendBackDialog
          isPublic={post.is_public}
          onClose={() => setSendingBack(false)}
          onSend={(note) => {
            setSendingBack(false);
            onStep({ step: 'return', note });
          }}
        />
      )}
    </>
  );
}
