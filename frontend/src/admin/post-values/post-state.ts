import type { DatedPost } from '../../api/types';
import { isContributor } from '../session/staff-session';
import { formatMoment } from '../time/publication-time';

type Stated = Pick<DatedPost, 'status' | 'is_public'> & { publish_date?: string | null };

/** An approved post is closed to its contributor. */
export function isClosed({ status }: Pick<DatedPost, 'status'>): boolean {
  return isContributor() && status === 'published';
}

/** The state of a post in words. */
export function stateText({ status, is_public, publish_date }: Stated): string {
  if (status === 'draft') return 'Draft';
  if (status === 'in_review') return 'In review';
  if (is_public) return 'Public';
  return publish_date ? `Scheduled, ${formatMoment(publish_date)}` : 'Scheduled';
}

/** The colour of those words. */
export function stateTone({ status, is_public }: Stated): string {
  if (status === 'draft') return 'text-ink-2';
  if (status === 'in_review') return 'text-warning';
  return is_public ? 'text-success' : 'text-ember';
}
