import { useQuery } from '@tanstack/react-query';
import type { CorrectionChange } from '../../api/types';
import { formatMoment } from '../time/publication-time';
import { correctionsQuery } from './api';

const ACTIONS: Record<CorrectionChange['action'], string> = {
  added: 'Correction published',
  changed: 'Correction changed',
  withdrawn: 'Correction withdrawn',
};

/** What was done to the corrections of a post; nothing where there was none. */
export function CorrectionHistory({ postId }: { postId: number }) {
  const { data } = useQuery(correctionsQuery(postId));
  if (!data || data.changes.length === 0) return null;
  return (
    <section aria-labelledby="correction-history" className="grid gap-2">
      <h3 id="correction-history" className="text-sm font-semibold">
        History of corrections
      </h3>
      <ul className="max-h-60 overflow-y-auto border-y border-rule">
        {data.changes.map(({ correction_id, action, by, text, created_at }) => (
          <li
            key={`${correction_id} ${action} ${created_at}`}
            className="border-b border-rule py-2 text-sm last:border-0"
          >
            <p>
              <span className="font-medium">{ACTIONS[action]}</span>{' '}
              <span className="text-ink-2">
                {formatMoment(created_at)}, by {by ?? 'somebody who left'}
              </span>
            </p>
            <p className="text-ink-2">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
