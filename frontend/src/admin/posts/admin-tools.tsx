import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { useNavigate } from 'react-router';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { recentEmailLogsQuery } from '../email-logs/api';
import { CsvButton } from '../session/csv-button';
import { isAdministrator } from '../session/staff-session';
import { subscriptionCountQuery } from '../subscriptions/api';
import { cleanBrokenMedia } from './api';

/** What is done now and then, to the whole site. */
export function AdminTools({ onCleaned }: { onCleaned: () => void }) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const subscriptions = useQuery(subscriptionCountQuery);
  const emailLogs = useQuery(recentEmailLogsQuery);
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
            Opens subject and digest, to be looked at and changed. Nothing goes out by this button alone.
          </p>
          <Button look="outline" onClick={() => navigate('/admin/newsletter')}>
            Send Newsletter
          </Button>
        </div>
        <div className="grid justify-items-start gap-3">
          <p className="text-sm text-ink-2">Takes pictures and videos whose files are gone out of all posts.</p>
          <Button look="outline" busy={clean.isPending} onClick={() => setAsking(true)}>
            {clean.isPending ? 'Cleaning...' : 'Clean Broken Media'}
          </Button>
        </div>
        {isAdministrator() && (
          <div className="grid justify-items-start gap-3">
            <p className="text-sm text-ink-2">
              All subscribers with their status and topics, also those who left. <code>mwanga import subscribers</code>{' '}
              takes the file.
            </p>
            <CsvButton path="/admin/subscribers/csv" of="subscribers" />
          </div>
        )}
      </div>
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

function countText({ data, isError }: { data?: { total?: number | null }; isError: boolean }) {
  if (isError) return 'Not loaded';
  return data?.total ?? '…';
}

function resultText(removed: number, left: number): string {
  const gone = removed === 1 ? '1 reference removed.' : `${removed} references removed.`;
  return left > 0
    ? `${gone} Left alone, as nothing else is in them: ${left === 1 ? '1 post' : `${left} posts`}.`
    : gone;
}
