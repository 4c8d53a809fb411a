import { ExternalLink, Eye, History, Link, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { AdminPost } from '../../api/types';
import { Button } from '../../ui/button';
import { buttonLook } from '../../ui/button-look';
import { cn } from '../../ui/cn';
import { CorrectionsButton } from '../corrections/corrections-button';
import { DuplicateButton } from '../duplicate/duplicate-button';
import { ScrollArrows } from '../screen/scroll-arrows';
import { isEditor } from '../session/staff-session';

type PostFormHeadingProps = {
  id: string;
  post: AdminPost | null;
  /** Whether somebody asked for this form just now: the focus goes to its heading. */
  takeFocus: boolean;
  /** Before the heading, on the same line. */
  lead?: ReactNode;
  /** Beside the heading. */
  tools?: ReactNode;
  onHistory: () => void;
  onPreview: () => void;
  onLinks: () => void;
  /** Asks whether the post is to be deleted; without it there is no such button. */
  onDelete?: () => void;
};

/** What the form is about, and what can be looked at beside it. */
export function PostFormHeading(props: PostFormHeadingProps) {
  const { id, post, takeFocus, lead, tools } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takeFocus) heading.current?.focus({ preventScroll: true });
  }, [takeFocus]);
  return (
    <div
      className={cn('mb-5 flex flex-wrap justify-between gap-x-4 gap-y-1', lead ? 'items-center' : 'items-baseline')}
    >
      {lead}
      <h2
        ref={heading}
        id={id}
        tabIndex={-1}
        className={cn('font-semibold tracking-tight outline-none', lead ? 'me-auto' : 'text-xl')}
      >
        {post ? 'Edit Post' : 'Create New Post'}
      </h2>
      <div className={cn('relative min-w-0', lead && 'max-sm:-mx-4')}>
        <div
          ref={row}
          className={cn(
            'flex min-w-0 flex-wrap items-center gap-x-2',
            lead &&
              'relative scroll-px-12 [scrollbar-width:none] max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 max-sm:*:shrink-0',
          )}
        >
          {post && !lead && <p className="me-2 min-w-0 truncate text-sm text-ink-3">/post/{post.slug}</p>}
          {post && <PostTools {...props} post={post} />}
          {tools}
          {post && props.onDelete && (
            <Button look="quiet" size="sm" className="min-h-9 text-danger" onClick={props.onDelete}>
              <Trash2 aria-hidden="true" />
              Delete
            </Button>
          )}
        </div>
        <ScrollArrows row={row} ground="paper" />
      </div>
    </div>
  );
}

type PostToolsProps = Pick<PostFormHeadingProps, 'onHistory' | 'onPreview' | 'onLinks' | 'lead'> & { post: AdminPost };

/** What can be looked at beside a saved post. */
function PostTools({ post, lead, onHistory, onPreview, onLinks }: PostToolsProps) {
  return (
    <>
      {lead && post.is_public && (
        <a
          href={`/post/${encodeURIComponent(post.slug)}`}
          target="_blank"
          rel="noopener"
          className={buttonLook({ look: 'quiet', size: 'sm', className: 'min-h-9' })}
        >
          <ExternalLink aria-hidden="true" />
          See it on the site
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      )}
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
    </>
  );
}
