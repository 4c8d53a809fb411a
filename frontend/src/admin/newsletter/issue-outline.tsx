import { useState } from 'react';
import type { DraftStory } from '../../api/types';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { Input } from '../../ui/input';
import { OrderedList } from '../forms/ordered-list';
import { formatMoment } from '../time/publication-time';
import { formatIssue, type IssuePart, parseIssue, sectionPart, sponsorPart, storyPath } from './issue-parts';
import { SponsorDialog } from './sponsor-dialog';

type IssueOutlineProps = {
  html: string;
  stories: readonly DraftStory[];
  disabled: boolean;
  onChange: (html: string) => void;
};

/** Candidates shown before somebody asks for all. */
const SHOWN = 12;

/** The newsletter as a list: which stories it has, in which order, under which titles. The first story leads. */
export function IssueOutline({ html, stories, disabled, onChange }: IssueOutlineProps) {
  const [askingSponsor, setAskingSponsor] = useState(false);
  const { opening, parts } = parseIssue(html);
  const lead = parts.find(({ kind }) => kind === 'story')?.key;
  const set = (changed: IssuePart[]) => onChange(formatIssue({ opening, parts: changed }));
  const add = (markup: string) => onChange(formatIssue({ opening, parts }) + markup);

  return (
    <fieldset disabled={disabled} className="grid min-w-0 gap-5">
      <legend className="mb-2 text-sm font-semibold">Stories</legend>
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
        <p className="text-sm text-ink-2">No story yet. Choose some below, or write what you like.</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button look="outline" size="sm" className="min-h-11" onClick={() => add(sectionPart('New section'))}>
          Add a section
        </Button>
        <Button look="outline" size="sm" className="min-h-11" onClick={() => setAskingSponsor(true)}>
          Add a sponsor
        </Button>
      </div>
      <Candidates
        stories={stories}
        parts={parts}
        onAdd={add}
        onRemove={(href) => set(parts.filter((part) => part.href !== href))}
      />
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

const kinds = { story: 'Story', sponsor: 'Sponsor', section: 'Section', titles: 'By title' } as const;

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
        <span className={leads ? 'font-semibold text-ember' : undefined}>
          {leads ? 'Lead story' : kinds[part.kind]}
        </span>
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

type CandidatesProps = {
  stories: readonly DraftStory[];
  parts: readonly IssuePart[];
  onAdd: (html: string) => void;
  onRemove: (href: string) => void;
};

function Candidates({ stories, parts, onAdd, onRemove }: CandidatesProps) {
  const [all, setAll] = useState(false);
  const shown = all ? stories : stories.slice(0, SHOWN);
  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="mb-1 text-sm font-semibold">Newest posts</legend>
      {stories.length === 0 && <p className="text-sm text-ink-2">Nothing is published yet.</p>}
      {shown.map((story) => {
        const href = storyPath(story.slug);
        return (
          <Checkbox
            key={story.slug}
            className="min-h-11 py-2 wrap-anywhere"
            label={story.title}
            hint={[story.section, formatMoment(story.published_at), !story.is_new && 'before the last newsletter']
              .filter(Boolean)
              .join(' · ')}
            checked={parts.some((part) => part.href === href)}
            onCheckedChange={(checked) => (checked === true ? onAdd(story.html) : onRemove(href))}
          />
        );
      })}
      {!all && stories.length > SHOWN && (
        <Button look="quiet" size="sm" className="min-h-11 justify-self-start" onClick={() => setAll(true)}>
          Show {stories.length - SHOWN} more
        </Button>
      )}
    </fieldset>
  );
}
