import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BackupDownload } from '../../api/types';
import { Button } from '../../ui/button';
import { fileSize } from '../media/media-file';
import { formatMoment } from '../time/publication-time';
import { isUnderWay } from './api';

type DownloadRowProps = { download: BackupDownload; busy: boolean; onDownload: () => void };

/** A backup to download: how far it has come, its file, or why there is none. Each is as high as the others. */
export function DownloadRow({ download, busy, onDownload }: DownloadRowProps) {
  const created = formatMoment(download.created_at);
  return (
    <li className="flex min-h-24 flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-rule py-4">
      <div className="min-w-0 grow basis-60">
        <p className="font-semibold">{created}</p>
        <Details download={download} />
      </div>
      {download.status === 'done' && (
        <Button look="outline" busy={busy} onClick={onDownload}>
          <Download aria-hidden="true" />
          Download<span className="sr-only"> the backup of {created}</span>
        </Button>
      )}
    </li>
  );
}

function Details({ download }: { download: BackupDownload }): ReactNode {
  if (isUnderWay(download)) return <Progress download={download} />;
  if (download.status === 'failed') {
    return <p className="text-sm text-danger wrap-anywhere">Failed: {download.error ?? 'the reason is not known'}</p>;
  }
  return (
    <p className="text-sm text-ink-2 tabular-nums">
      {fileSize(download.size_bytes ?? 0)} ·{' '}
      {download.encrypted ? 'encrypted' : 'not encrypted: it holds readers’ addresses'} · gone at{' '}
      {formatMoment(download.expires_at)}
    </p>
  );
}

function Progress({ download: { status, done_bytes, total_bytes } }: { download: BackupDownload }) {
  const isKnown = status === 'running' && total_bytes > 0;
  return (
    <div className="mt-1.5 grid max-w-96 gap-1.5">
      <progress
        aria-label="How much of the backup is made"
        className="progress-bar"
        value={isKnown ? done_bytes : undefined}
        max={isKnown ? total_bytes : undefined}
      />
      <p className="text-sm text-ink-2 tabular-nums">
        {isKnown ? `${roughMegabytes(done_bytes)} of about ${roughMegabytes(total_bytes)} MB` : 'Waits for its turn'}
      </p>
    </div>
  );
}

/** "0.4", "41" */
function roughMegabytes(bytes: number): string {
  const megabytes = bytes / (1024 * 1024);
  return megabytes < 10 ? megabytes.toFixed(1) : String(Math.round(megabytes));
}
