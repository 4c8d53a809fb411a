import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { IdempotencyKey } from '../../api/idempotency-key';
import type { BackupDownload, BackupList } from '../../api/types';
import { Button } from '../../ui/button';
import { refetchAfterChange } from '../after-change';
import { errorText } from '../screen/error-text';
import { backupsQuery, createBackupLink, isUnderWay, requestBackup } from './api';
import { DownloadRow } from './download-row';

/** Makes a backup, shows how far it has come, and lists those that can be downloaded. */
export function Downloads({ list }: { list: BackupList }) {
  const client = useQueryClient();
  const [key] = useState(() => new IdempotencyKey());
  const reload = () => refetchAfterChange(client, { queryKey: backupsQuery.queryKey });
  const onError = (cause: unknown) => {
    console.error(cause);
    toast.error(errorText(cause));
  };
  const request = useMutation({ mutationFn: () => requestBackup(key), onError, onSettled: reload });
  const link = useMutation({
    mutationFn: createBackupLink,
    onSuccess: ({ url }) => save(url),
    onError: (cause) => {
      onError(cause);
      void reload();
    },
  });
  const isRunning = list.data.some(isUnderWay);

  return (
    <section aria-labelledby="downloads-title">
      <h2 id="downloads-title" className="border-b-2 border-rule-strong pb-3 text-lg font-semibold">
        Make a backup to download
      </h2>
      <p className="mt-4 max-w-[60ch] text-sm text-ink-2">
        One file with everything but the server’s secret key and the files of a media bucket, such as before an update.
        It stays on the server for a day. <Encryption encrypted={list.encrypted} />
      </p>
      <Button look="ember" className="mt-5" busy={request.isPending || isRunning} onClick={() => request.mutate()}>
        {request.isPending || isRunning ? 'Being made...' : 'Make a backup'}
      </Button>
      <p role="status" className="sr-only">
        {newestText(list.data[0])}
      </p>
      {list.data.length === 0 && (
        <p className="mt-6 border-t border-rule py-4 text-sm text-ink-2">There is none to download now.</p>
      )}
      {list.data.length > 0 && (
        <ul className="mt-6 border-t border-rule">
          {list.data.map((download) => (
            <DownloadRow
              key={download.id}
              download={download}
              busy={link.isPending && link.variables === download.id}
              onDownload={() => link.mutate(download.id)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function Encryption({ encrypted }: { encrypted: boolean }) {
  if (encrypted) return 'It is encrypted: whoever runs the server has the key that opens it.';
  return (
    <>
      <strong className="font-semibold text-ink">It is not encrypted</strong>, and holds readers’ addresses and their
      passwords in a protected form: keep it where nobody else can read it. Whoever runs the server can have backups
      encrypted.
    </>
  );
}

/** For those who do not see the bar. */
function newestText(newest: BackupDownload | undefined): string {
  if (!newest) return '';
  if (isUnderWay(newest)) return 'A backup is being made.';
  return newest.status === 'done' ? 'The newest backup can be downloaded.' : 'The newest backup failed.';
}

/** The answer is an attachment, so the screen stays. */
function save(url: string) {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
