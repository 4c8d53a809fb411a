import { useEffect, useId, useRef, useState } from 'react';
import type { DraftStory } from '../../api/types';
import { Button } from '../../ui/button';
import { Input } from '../../ui/input';
import { OrderedList } from '../forms/ordered-list';
import { formatMoment } from '../time/publication-time';
import { formatIssue, hasPost, type IssuePart, parseIssue, sectionPart, sponsorPart, storyPath } from './issue-parts';
import { SponsorDialog } from './sponsor-dialog';

type IssueOutlineProps = {
  html: string;
  stories: readonly DraftStory[];
  disabled: boolean;
  onChange: (html: string) => void;
};

/** Posts that can be put in, before somebody asks for all. */
const SHOWN = 6;

/**
 * The newsletter as a list: which posts it has, in which order, under which titles, and which it could have. Each post
 * is one row. The first one leads.
 */
export function IssueOutline({ html, stories, disabled, onChange }: IssueOutlineProps) {
  const [askingSponsor, setAskingSponsor] = useState(false);
  const { opening, parts } = parseIssue(html);
  const lead = parts.find(({ kind }) => kind === 'story')?.key;
  const set = (changed: IssuePart[]) => onChange(formatIssue({ opening, parts: changed }));
  const add = (markup: string) => onChange(formatIssue({ opening, parts }) + markup);

  return (
    <fieldset disabled={disabled} className="grid min-w-0 gap-5">
      <legend className="sr-only">Posts of the newsletter</legend>
      {parts.length > 0 ? (
        <OrderedList label="Order of the newsletter" items={parts} keyOf={keyOf} nameOf={titleOf} onChange={set}>
          {(part) => (
            <Part
              part={part}
              leads={part.key === lead}
              onRename={(title) => set(parts.map((one) => (one === part ? renamed(one, title) : one)))}
              onLead={() => set([part, ...parts.filter((one) => one !== part)])}
            />
          )}
        </OrderedList>
      ) : (
        <p className="text-sm text-ink-2">No post yet. Add some below, or write what you like.</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button look="outline" size="sm" className="min-h-11" onClick={() => add(sectionPart('New section'))}>
          Add a section
        </Button>
        <Button look="outline" size="sm" className="min-h-11" onClick={() => setAskingSponsor(true)}>
          Add a sponsor
        </Button>
      </div>
      <MorePosts posts={stories.filter(({ slug }) => !hasPost(parts, storyPath(slug)))} onAdd={add} />
      {askingSponsor && (
        <SponsorDialog
          onClose={() => setAskingSponsor(false)}
          onAdd={(sponsor) => {
            add(sponsorPart(sponsor));
            setAskingSponsor(false);
          }}
        />
      )}
    </fieldset>
  );
}

const keyOf = ({ key }: IssuePart) => key;
const titleOf = ({ title, kind }: IssuePart) => title || kinds[kind];

const kinds = { story: 'Post', sponsor: 'Sponsor', section: 'Section', titles: 'By title' } as const;

type PartProps = { part: IssuePart; leads: boolean; onRename: (title: string) => void; onLead: () => void };

function Part({ part, leads, onRename, onLead }: PartProps) {
  return (
    <div className="grid gap-1 py-1.5">
      {part.kind === 'section' ? (
        <SectionTitle key={part.title} title={part.title} onRename={onRename} />
      ) : (
        <p className="font-semibold wrap-anywhere">{titleOf(part)}</p>
      )}
      <p className="flex flex-wrap items-center gap-x-3 text-xs text-ink-2">
        <span className={leads ? 'font-semibold text-ember' : undefined}>{leads ? 'Lead post' : kinds[part.kind]}</span>
        {part.kind === 'story' && !leads && (
          <Button
            look="quiet"
            size="sm"
            className="min-h-9"
            aria-label={`Make it the lead: ${part.title}`}
            onClick={onLead}
          >
            Make it the lead
          </Button>
        )}
      </p>
    </div>
  );
}

/** Written into the text when the field is left, so that its part keeps the focus while somebody types. */
function SectionTitle({ title, onRename }: { title: string; onRename: (title: string) => void }) {
  const [typed, setTyped] = useState(title);
  return (
    <Input
      aria-label="Title of the section"
      value={typed}
      maxLength={80}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => typed.trim() !== '' && typed.trim() !== title && onRename(typed.trim())}
    />
  );
}

/** A section under another title; what stands below it stays. */
function renamed(part: IssuePart, title: string): IssuePart {
  return { ...part, html: sectionPart(title) + part.html.slice(part.html.indexOf('</h2>') + 5) };
}

type MorePostsProps = { posts: readonly DraftStory[]; onAdd: (html: string) => void };

/** What can be put in: each post that is not in the newsletter. */
function MorePosts({ posts, onAdd }: MorePostsProps) {
  const title = useId();
  const list = useRef<HTMLUListElement>(null);
  const [all, setAll] = useState(false);
  const [said, setSaid] = useState('');
  const [focusAt, setFocusAt] = useState<number | null>(null);
  const shown = all ? posts : posts.slice(0, SHOWN);

  // The row whose button was pressed is gone: the one that took its place has the focus.
  useEffect(() => {
    if (focusAt === null || !list.current) return;
    setFocusAt(null);
    const rows = list.current.querySelectorAll('button');
    (rows[Math.min(focusAt, rows.length - 1)] ?? list.current).focus();
  }, [focusAt]);

  function add(post: DraftStory, index: number) {
    setSaid(`${post.title} now stands at the end of the newsletter.`);
    setFocusAt(index);
    onAdd(post.html);
  }

  return (
    <div className="grid min-w-0 gap-1">
      <h3 id={title} className="text-sm font-semibold">
        More posts
      </h3>
      {posts.length === 0 && <p className="text-sm text-ink-2">There are no other posts.</p>}
      <ul ref={list} aria-labelledby={title} tabIndex={-1} className="outline-none">
        {shown.map((post, index) => (
          <li key={post.slug} className="flex items-center gap-3 border-b border-rule py-1">
            <div className="min-w-0 flex-1">
              <p className="text-sm font-medium wrap-anywhere">{post.title}</p>
              <p className="text-xs text-ink-3">
                {[post.section, formatMoment(post.published_at), !post.is_new && 'before the last newsletter']
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <Button
              look="outline"
              size="sm"
              className="min-h-11"
              aria-label={`Add: ${post.title}`}
              onClick={() => add(post, index)}
            >
              Add
            </Button>
          </li>
        ))}
      </ul>
      {posts.length > shown.length && (
        <Button look="quiet" size="sm" className="min-h-11 justify-self-start" onClick={() => setAll(true)}>
          Show {posts.length - shown.length} more
        </Button>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}
