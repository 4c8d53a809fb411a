import { ExternalLink, Eye, History, Link, Trash2 } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { AdminPost } from '../../api/types';
import { Button } from '../../ui/button';
import { buttonLook } from '../../ui/button-look';
import { cn } from '../../ui/cn';
import { CorrectionsButton } from '../corrections/corrections-button';
import { DuplicateButton } from '../duplicate/duplicate-button';
import { ScrollArrows } from '../screen/scroll-arrows';
import { Tool, ToolRow } from '../screen/tool-row';
import { isEditor } from '../session/staff-session';

type PostFormHeadingProps = {
  id: string;
  post: AdminPost | null;
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
  const { id, post, lead, tools } = props;
  const row = useRef<HTMLDivElement>(null);
  return (
    <div
      className={cn('mb-5 flex flex-wrap justify-between gap-x-4 gap-y-1', lead ? 'items-center' : 'items-baseline')}
    >
      {lead}
      <h2
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
        </div>
        <ScrollArrows row={row} ground="paper" />
      </div>
    </div>
  );
}

type PostToolsProps = Pick<PostFormHeadingProps, 'onHistory' | 'onPreview' | 'onLinks' | 'onDelete' | 'lead'> & {
  post: AdminPost;
};

/** What can be looked at beside a saved post. */
function PostTools({ post, lead, onHistory, onPreview, onLinks, onDelete }: PostToolsProps) {
  return (
    <ToolRow
      aria-label="This post"
      className={cn('flex items-center gap-x-2', lead ? 'max-sm:*:shrink-0 sm:flex-wrap' : 'flex-wrap')}
    >
      {lead && post.is_public && (
        <Tool>
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
        </Tool>
      )}
      <Tool>
        <Button look="quiet" size="sm" className="min-h-9" onClick={onHistory}>
          <History aria-hidden="true" />
          History
        </Button>
      </Tool>
      <Tool>
        <Button look="quiet" size="sm" className="min-h-9" onClick={onPreview}>
          <Eye aria-hidden="true" />
          Preview
          <span className="sr-only"> (opens in a new tab)</span>
        </Button>
      </Tool>
      {isEditor() && (
        <Tool>
          <Button look="quiet" size="sm" className="min-h-9" onClick={onLinks}>
            <Link aria-hidden="true" />
            Preview links
          </Button>
        </Tool>
      )}
      <CorrectionsButton post={post} />
      <DuplicateButton post={post} className="min-h-9" />
      {onDelete && (
        <Tool>
          <Button look="quiet" size="sm" className="min-h-9 text-danger" onClick={onDelete}>
            <Trash2 aria-hidden="true" />
            Delete
          </Button>
        </Tool>
      )}
    </ToolRow>
  );
}
