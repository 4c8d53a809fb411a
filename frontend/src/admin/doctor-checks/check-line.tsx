import type { DoctorCheck } from '../../api/types';
import { CopyBlock } from './copy-block';

/** What was looked at, what was found, and what to do. */
export function CheckLine({ check: { subject, finding, advice } }: { check: DoctorCheck }) {
  // What is to be copied stands below the first line.
  const [words, ...lines] = advice?.split('\n') ?? [];
  return (
    <li className="grid gap-1 border-b border-rule py-4 sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-6">
      <p className="font-semibold">{subject}</p>
      <div className="min-w-0">
        <p className="wrap-anywhere">{finding}</p>
        {words && <p className="mt-1 text-sm wrap-anywhere text-ink-2">{words}</p>}
        {lines.length > 0 && <CopyBlock text={lines.join('\n')} subject={subject} />}
      </div>
    </li>
  );
}
