import { ExternalLink, ImageOff, Pencil, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import type { AdminPostCard, DeskPost } from '../../api/types';
import { priceText } from '../../site/format/price';
import { Button } from '../../ui/button';
import { buttonLook } from '../../ui/button-look';
import { cn } from '../../ui/cn';
import { focalStyle } from '../../ui/focal-point';
import { DuplicateButton } from '../duplicate/duplicate-button';
import { isVideo } from '../media/media-file';
import { formatCount } from '../numbers';
import { isClosed, stateText, stateTone } from '../post-values/post-state';
import { Tool, ToolRow } from '../screen/tool-row';
import { isEditor } from '../session/staff-session';
import { formatDay, formatMoment } from '../time/publication-time';

type PostRowProps = {
  post: DeskPost;
  /** Two short lines a post. */
  dense: boolean;
  chosen: boolean;
  onChoose: (on: boolean) => void;
  editing: boolean;
  loading: boolean;
  deleting: boolean;
  onEdit: () => void;
  onDelete: () => void;
};

/** One post of the list. */
export function PostRow({ dense, ...props }: PostRowProps) {
  return dense ? <DenseRow {...props} /> : <RoomyRow {...props} />;
}

const ACTION = 'min-h-9 pointer-coarse:min-h-11';

type RowProps = Omit<PostRowProps, 'dense'>;

function RoomyRow({ post, chosen, onChoose, editing, loading, deleting, onEdit, onDelete }: RowProps) {
  const date = post.publish_date ?? post.created_at;
  return (
    <li
      aria-current={editing || undefined}
      className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-4 gap-y-2 border-b border-rule py-4 sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-x-6 2xl:grid-cols-[10rem_minmax(0,1fr)_auto]"
    >
      <div className="relative">
        <Preview post={post} sizes="(min-width: 40rem) 10rem, 5.5rem" />
        <ChooseBox
          title={post.title}
          chosen={chosen}
          onChoose={onChoose}
          className="absolute -top-1 -start-1 before:absolute before:inset-1.5 before:rounded-sm before:bg-paper/85"
        />
      </div>
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="font-serif text-lg leading-snug font-semibold text-balance wrap-anywhere">
            <Title post={post} />
          </h3>
          <StateBadges post={post} editing={editing} />
        </div>
        <p className="mt-1 flex flex-wrap gap-x-2 text-xs text-ink-2">
          <span className="font-semibold">{post.category_name}</span>
          <span aria-hidden="true">·</span>
          <span>{post.author_label}</span>
          {post.owner && isEditor() && (
            <>
              <span aria-hidden="true">·</span>
              <span>written by {post.owner}</span>
            </>
          )}
          <span aria-hidden="true">·</span>
          <time dateTime={date}>{formatDay(date)}</time>
          {post.week_views > 0 && (
            <>
              <span aria-hidden="true">·</span>
              <span>{viewsText(post.week_views)} this week</span>
            </>
          )}
        </p>
        <p className="mt-1.5 line-clamp-2 max-w-[70ch] text-sm text-ink-2">{post.excerpt}</p>
        {post.deal_links.length > 0 && (
          <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs" aria-label="Deal links">
            {post.deal_links.map((deal) => (
              <li key={`${deal.label}${deal.url}`}>
                <a
                  href={deal.url}
                  target="_blank"
                  rel="sponsored nofollow noopener"
                  className="font-medium text-ember underline underline-offset-4 hover:text-ember-hover"
                >
                  {[deal.label, deal.product_name, priceText(deal.price)].filter(Boolean).join(' · ')}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
      <ToolRow
        aria-label="Actions"
        className="col-span-2 flex flex-wrap items-start gap-1 max-sm:[&_svg]:hidden sm:col-start-2 sm:col-end-3 2xl:col-start-3 2xl:col-end-4 2xl:justify-end"
      >
        {!isClosed(post) && (
          <>
            <Tool disabled={loading}>
              <Button look="outline" size="sm" className={`${ACTION} px-4`} busy={loading} onClick={onEdit}>
                Edit<span className="sr-only"> {post.title}</span>
              </Button>
            </Tool>
            <Tool disabled={deleting}>
              <Button look="quiet" size="sm" className={`${ACTION} text-danger`} busy={deleting} onClick={onDelete}>
                Delete<span className="sr-only"> {post.title}</span>
              </Button>
            </Tool>
          </>
        )}
        <DuplicateButton post={post} className={ACTION} />
        <Tool>
          <a
            href={viewPath(post)}
            target="_blank"
            rel="noopener"
            className={cn(buttonLook({ look: 'quiet', size: 'sm' }), ACTION)}
          >
            View Post
            <ExternalLink aria-hidden="true" />
            <span className="sr-only"> {post.title} (opens in a new tab)</span>
          </a>
        </Tool>
      </ToolRow>
    </li>
  );
}

/** Two short lines; on phones without the less urgent of the buttons. */
function DenseRow({ post, chosen, onChoose, editing, loading, deleting, onEdit, onDelete }: RowProps) {
  const date = post.publish_date ?? post.created_at;
  const icon = cn(buttonLook({ look: 'quiet', size: 'icon' }), 'size-9 pointer-coarse:size-11');
  return (
    <li
      aria-current={editing || undefined}
      className="grid grid-cols-[2.25rem_minmax(0,1fr)_auto] grid-rows-[auto_auto] items-center gap-x-2 border-b border-rule py-1 md:py-0.5 sm:grid-cols-[2.25rem_3rem_minmax(0,1fr)_auto] md:gap-x-3 md:grid-cols-[2.25rem_3rem_minmax(0,1fr)_minmax(0,10rem)_4.5rem_auto]"
    >
      <ChooseBox title={post.title} chosen={chosen} onChoose={onChoose} className="row-span-2 -my-2 -ms-2.5" />
      <div className="row-span-2 max-sm:hidden">
        <Preview post={post} sizes="3rem" />
      </div>
      <h3
        className="line-clamp-2 font-serif leading-snug font-semibold wrap-anywhere md:line-clamp-1"
        title={post.title}
      >
        <Title post={post} />
      </h3>
      {/* One line below the title; where there is room the state has a column of its own. */}
      <div className="col-start-2 row-start-2 flex min-w-0 gap-1 text-xs text-ink-2 sm:col-start-3 md:contents">
        <p className="shrink-0 md:col-start-4 md:row-span-2 md:row-start-1 md:text-xs">
          <span className={`font-semibold ${stateTone(post)}`}>{stateText(post)}</span>
          {post.is_today_pick && <span className="text-ink-2 max-md:before:content-['·_'] md:block">Today's Pick</span>}
          {editing && <span className="text-ink-2 max-md:before:content-['·_'] md:block">In the form</span>}
        </p>
        <p className="truncate max-md:before:content-['·_'] md:col-start-3 md:row-start-2 md:text-xs md:text-ink-2">
          {post.category_name} · {post.author_label} · <time dateTime={date}>{formatDay(date)}</time>
        </p>
      </div>
      <p className="row-span-2 row-start-1 hidden text-end text-xs text-ink-2 tabular-nums md:col-start-5 md:block">
        {post.week_views > 0 && viewsText(post.week_views)}
      </p>
      <ToolRow
        aria-label="Actions"
        className="col-start-3 row-span-2 row-start-1 flex justify-end sm:col-start-4 md:col-start-6"
      >
        {!isClosed(post) && (
          <>
            <Tool disabled={loading}>
              <Button look="quiet" size="icon" className={icon} busy={loading} onClick={onEdit}>
                <Pencil aria-hidden="true" />
                <span className="sr-only">Edit {post.title}</span>
              </Button>
            </Tool>
            <Tool disabled={deleting}>
              <Button
                look="quiet"
                size="icon"
                className={cn(icon, 'hidden text-danger md:inline-flex')}
                busy={deleting}
                onClick={onDelete}
              >
                <Trash2 aria-hidden="true" />
                <span className="sr-only">Delete {post.title}</span>
              </Button>
            </Tool>
          </>
        )}
        <DuplicateButton post={post} short className={cn(icon, 'hidden md:inline-flex')} />
        <Tool>
          <a href={viewPath(post)} target="_blank" rel="noopener" className={icon}>
            <ExternalLink aria-hidden="true" />
            <span className="sr-only">View Post {post.title} (opens in a new tab)</span>
          </a>
        </Tool>
      </ToolRow>
    </li>
  );
}

/** Leads to the post alone, for whom it is open. */
function Title({ post }: { post: DeskPost }) {
  if (isClosed(post)) return post.title;
  return (
    <Link
      to={`/admin/posts/${post.id}`}
      className="rounded-sm decoration-ember decoration-2 underline-offset-4 hover:text-ember hover:underline"
    >
      {post.title}
    </Link>
  );
}

/** What readers cannot see yet is drawn here, from what is saved. */
function viewPath(post: DeskPost): string {
  return post.is_public ? `/post/${encodeURIComponent(post.slug)}` : `/admin/preview/${post.id}`;
}

function viewsText(views: number): string {
  return views === 1 ? '1 view' : `${formatCount(views)} views`;
}

type ChooseBoxProps = { title: string; chosen: boolean; onChoose: (on: boolean) => void; className: string };

function ChooseBox({ title, chosen, onChoose, className }: ChooseBoxProps) {
  return (
    <label className={cn('grid size-11 cursor-pointer place-items-center', className)}>
      <input
        type="checkbox"
        className="relative size-5 accent-ember"
        checked={chosen}
        onChange={({ target }) => onChoose(target.checked)}
      />
      <span className="sr-only">Choose {title}</span>
    </label>
  );
}

const PREVIEW = 'aspect-4/3 w-full rounded-sm bg-sunk object-cover';

/** `sizes`: how wide it is drawn; the narrowest copy that fills it is asked for. */
function Preview({ post, sizes }: { post: DeskPost; sizes: string }) {
  const url = post.media_url ?? post.media_urls[0] ?? post.preview?.url;
  if (!url) {
    return (
      <div className={`${PREVIEW} grid place-items-center text-ink-3`}>
        <ImageOff aria-hidden="true" className="size-5" />
      </div>
    );
  }
  return isVideo(url) ? (
    <video src={url} poster={post.poster_url ?? undefined} muted preload="metadata" className={PREVIEW} />
  ) : (
    <img
      src={url}
      srcSet={post.preview?.srcset ?? undefined}
      sizes={sizes}
      alt=""
      loading="lazy"
      className={PREVIEW}
      style={focalStyle(post.preview?.focal_point)}
    />
  );
}

type PostState = Pick<AdminPostCard, 'is_today_pick' | 'status' | 'is_public' | 'publish_date' | 'access'>;

/** Whether readers see a post, and where it stands out. */
export function StateBadges({ post, editing = false }: { post: PostState; editing?: boolean }) {
  return (
    <>
      {post.is_today_pick && <Badge tone="text-ember">Today's Pick</Badge>}
      {post.status === 'draft' && <Badge tone="text-ink-2">Draft</Badge>}
      {post.status === 'in_review' && <Badge tone="text-warning">In review</Badge>}
      {post.status === 'published' && !post.is_public && (
        <Badge tone="text-warning">Scheduled{post.publish_date && `, ${formatMoment(post.publish_date)}`}</Badge>
      )}
      {post.access !== 'everyone' && (
        <Badge tone="text-ink-2">{post.access === 'registered' ? 'Registered readers' : 'Subscribers'}</Badge>
      )}
      {editing && <Badge tone="text-ink">In the form</Badge>}
    </>
  );
}

function Badge({ tone, children }: { tone: string; children: React.ReactNode }) {
  return (
    <span className={`rounded-full border border-current px-2 py-0.5 text-xs leading-tight font-semibold ${tone}`}>
      {children}
    </span>
  );
}
