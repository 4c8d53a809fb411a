import { Maximize2, PanelTop, Rows3 } from 'lucide-react';
import { Link } from 'react-router';
import type { AdminPost } from '../../api/types';
import { Button } from '../../ui/button';
import { buttonLook } from '../../ui/button-look';
import type { KnownDeskChoice } from './desk-choice';

type FormToolsProps = { post: AdminPost | null; desk: KnownDeskChoice };

/** Beside the heading of the form on the desk: the same form alone, and what the desk begins with. */
export function FormTools({ post, desk: { beginsWith, choose } }: FormToolsProps) {
  return (
    <>
      <Link
        to={`/admin/posts/${post?.id ?? 'new'}`}
        className={buttonLook({ look: 'quiet', size: 'sm', className: 'min-h-9 pointer-coarse:min-h-11' })}
      >
        <Maximize2 aria-hidden="true" />
        Full page
      </Link>
      {!post && (
        <Button
          look="quiet"
          size="sm"
          className="min-h-9 pointer-coarse:min-h-11"
          onClick={() => void choose(beginsWith === 'list' ? 'form' : 'list')}
        >
          {beginsWith === 'list' ? <PanelTop aria-hidden="true" /> : <Rows3 aria-hidden="true" />}
          {beginsWith === 'list' ? 'Begin with the form' : 'Begin with the list'}
        </Button>
      )}
    </>
  );
}
