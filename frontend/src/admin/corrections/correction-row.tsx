import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { ApiProblem } from '../../api/problem';
import type { AdminCorrection } from '../../api/types';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { SeeOnSite, showOutcome } from '../screen/outcome-toast';
import { isEditor } from '../session/staff-session';
import { formatMoment } from '../time/publication-time';
import { changeCorrection, withdrawCorrection } from './api';
import { CorrectionField } from './correction-field';

type CorrectionRowProps = { correction: AdminCorrection; onChanged: () => Promise<void> };

/** A correction that readers see; editors change and withdraw it. */
export function CorrectionRow({ correction, onChanged }: CorrectionRowProps) {
  /** The text that is being changed; null while none is. */
  const [text, setText] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const change = useMutation({
    mutationFn: () => changeCorrection(correction.id, { text: text ?? '' }),
    onSuccess: async () => {
      setText(null);
      showOutcome({
        message: 'Correction changed.',
        details: ['Readers see the new words.'],
        action: <SeeOnSite path="/corrections" />,
      });
      await onChanged();
    },
    onError: (cause) => console.error(cause),
  });
  const withdraw = useMutation({
    mutationFn: () => withdrawCorrection(correction.id),
    onSuccess: async ({ message }) => {
      showOutcome({ message, details: ['Readers do not see it any more.'] });
      await onChanged();
    },
    onError: (cause) => {
      console.error(cause);
      toast.error(cause instanceof ApiProblem ? cause.error : 'The correction was not withdrawn. Try again.');
    },
  });
  return (
    <li className="grid gap-2 border-b border-rule py-4 last:border-0">
      <p className="text-xs text-ink-2">
        {formatMoment(correction.created_at)}, by {correction.author ?? 'somebody who left'}
      </p>
      {text === null ? (
        <p className="text-sm">{correction.text}</p>
      ) : (
        <CorrectionField
          label="Text of this correction"
          text={text}
          onText={setText}
          cause={change.error}
          action="Save text"
          busy={change.isPending}
          onSave={() => change.mutate()}
          onCancel={() => setText(null)}
        />
      )}
      {isEditor() && text === null && (
        <div className="flex flex-wrap gap-2">
          <Button look="outline" size="sm" className="min-h-10 px-4" onClick={() => setText(correction.text)}>
            Change
          </Button>
          <Button
            look="quiet"
            size="sm"
            className="min-h-10 text-danger"
            busy={withdraw.isPending}
            onClick={() => setAsking(true)}
          >
            Withdraw
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Withdraw this correction?"
        confirmLabel="Withdraw"
        onConfirm={() => {
          setAsking(false);
          withdraw.mutate();
        }}
      >
        Readers do not see it any more. The newsroom still sees what it said.
      </ConfirmDialog>
    </li>
  );
}
