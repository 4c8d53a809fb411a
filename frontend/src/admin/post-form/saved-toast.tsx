import type { AdminPost } from '../../api/types';
import { SeeOnSite, showOutcome } from '../screen/outcome-toast';
import { savedWords } from './save-words';

/** Says that a post was saved, what readers see of it now, and who is e-mailed. `before`: the post before the save. */
export function showSaved(message: string, saved: AdminPost, before: AdminPost | null, told = ''): void {
  const details = [savedWords(saved, before), told].filter(Boolean);
  const action = saved.is_public && <SeeOnSite path={`/post/${encodeURIComponent(saved.slug)}`} />;
  showOutcome({ message, details, action });
}
