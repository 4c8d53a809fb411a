import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { cleanBrokenMedia } from './api';

/** What is done now and then, to the whole site. */
export function AdminTools({ onCleaned }: { onCleaned: () => void }) {
  const [asking, setAsking] = useState(false);
  const clean = useMutation({
    mutationFn: cleanBrokenMedia,
    onSuccess: ({ removed, left }) => {
      toast.success(
        <span>
          <span className="block">Broken media cleaned successfully</span>{' '}
          <span className="block text-xs">{resultText(removed, left)}</span>
        </span>,
      );
      onCleaned();
    },
    onError: (cause) => {
      console.error(cause);
      toast.error('Failed to clean broken media');
    },
  });

  return (
    <section aria-labelledby="tools-title">
      <h2 id="tools-title" className="border-b-2 border-rule-strong pb-3 text-xl font-semibold tracking-tight">
        Admin Tools
      </h2>
      <p className="py-3 text-sm text-ink-2">Takes pictures and videos whose files are gone out of all posts.</p>
      <Button look="outline" busy={clean.isPending} onClick={() => setAsking(true)}>
        {clean.isPending ? 'Cleaning...' : 'Clean Broken Media'}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Clean Broken Media"
        confirmLabel="Remove references"
        onConfirm={() => {
          setAsking(false);
          clean.mutate();
        }}
      >
        This will permanently remove all broken media references. Continue?
      </ConfirmDialog>
    </section>
  );
}

function resultText(removed: number, left: number): string {
  const gone = removed === 1 ? '1 reference removed.' : `${removed} references removed.`;
  return left > 0
    ? `${gone} Left alone, as nothing else is in them: ${left === 1 ? '1 post' : `${left} posts`}.`
    : gone;
}
