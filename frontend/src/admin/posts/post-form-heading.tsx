import { Eye, History, Link } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { AdminPost } from '../../api/types';
import { Button } from '../../ui/button';
import { CorrectionsButton } from '../corrections/corrections-button';
import { isEditor } from '../session/staff-session';
import { DuplicateButton } from './duplicate-button';

type PostFormHeadingProps = {
  id: string;
  post: AdminPost | null;
  /** Whether somebody asked for this form just now: the focus goes to its heading. */
  takeFocus: boolean;
  onHistory: () => void;
  onPreview: () => void;
  onLinks: () => void;
};

/** What the form is about, and what can be looked at beside it. */
export function PostFormHeading({ id, post, takeFocus, onHistory, onPreview, onLinks }: PostFormHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takeFocus) heading.current?.focus({ preventScroll: true });
  }, [takeFocus]);
  return (
    <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <h2 ref={heading} id={id} tabIndex={-1} className="text-xl font-semibold tracking-tight outline-none">
        {post ? 'Edit Post' : 'Create New Post'}
      </h2>
      {post && (
        <div className="flex min-w-0 flex-wrap items-center gap-x-2">
          <p className="mr-2 min-w-0 truncate text-sm text-ink-3">/post/{post.slug}</p>
          <Button look="quiet" size="sm" className="min-h-9" onClick={onHistory}>
            <History aria-hidden="true" />
            History
          </Button>
          <Button look="quiet" size="sm" className="min-h-9" onClick={onPreview}>
            <Eye aria-hidden="true" />
            Preview
            <span className="sr-only"> (opens in a new tab)</span>
          </Button>
          {isEditor() && (
            <Button look="quiet" size="sm" className="min-h-9" onClick={onLinks}>
              <Link aria-hidden="true" />
              Preview links
            </Button>
          )}
          <CorrectionsButton post={post} />
          <DuplicateButton post={post} className="min-h-9" />
        </div>
      )}
    </div>
  );
}
