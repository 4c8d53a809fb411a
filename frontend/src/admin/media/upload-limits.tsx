import { useId } from 'react';
import type { UploadLimits as Limits } from './upload-rules';

/** What may be uploaded, for the sidebar. */
export function UploadLimits({ limits }: { limits: Limits }) {
  const id = useId();
  return (
    <aside aria-labelledby={id} className="grid gap-3 border-t border-rule pt-5">
      <h3 id={id} className="text-sm font-semibold">
        Upload Limits
      </h3>
      <dl className="grid gap-2 text-sm">
        <div className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-ink-2">Max file size</dt>
          <dd className="font-medium tabular-nums">{limits.maxFileSizeMb} MB</dd>
        </div>
        <div className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-ink-2">Allowed types</dt>
          <dd className="font-medium">{limits.allowedExtensions.join(', ')}</dd>
        </div>
      </dl>
    </aside>
  );
}
