import { MessageSquareWarning } from 'lucide-react';
import { useState } from 'react';
import type { AdminPost } from '../../api/types';
import { Button } from '../../ui/button';
import { Tool } from '../screen/tool-row';
import { isContributor } from '../session/staff-session';
import { CorrectionsDialog } from './corrections-dialog';

/** Opens the corrections of a post; one of a row of tools. A contributor has none to make: approved posts are the editors'. */
export function CorrectionsButton({ post }: { post: Pick<AdminPost, 'id' | 'is_public' | 'corrections'> }) {
  const [open, setOpen] = useState(false);
  /** Kept here: what was typed outlives a closed dialog. */
  const [draft, setDraft] = useState('');
  if (isContributor() || !(post.is_public || post.corrections.length > 0)) return null;
  return (
    <>
      <Tool>
        <Button look="quiet" size="sm" className="min-h-9" onClick={() => setOpen(true)}>
          <MessageSquareWarning aria-hidden="true" />
          Corrections
        </Button>
      </Tool>
      {open && <CorrectionsDialog post={post} draft={draft} onDraft={setDraft} onClose={() => setOpen(false)} />}
    </>
  );
}
