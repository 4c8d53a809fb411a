import { useQuery } from '@tanstack/react-query';
import { CircleAlert, PenLine, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { DeskToday } from '../../api/types';
import { Button } from '../../ui/button';
import { buttonLook } from '../../ui/button-look';
import { isAdministrator, isEditor } from '../session/staff-session';
import { age } from '../time/age';
import { calendarDay, formatTime } from '../time/publication-time';
import { todayQuery } from './api';
import { dailyText, dayName, nextUp } from './today-text';

/** What today holds, in a few lines above everything else. Where it cannot be loaded the screen goes on without it. */
export function Today() {
  const { data, isError, isFetching, refetch } = useQuery(todayQuery);
  return (
    <section aria-labelledby="today-title" aria-busy={!data && !isError} className="mb-4">
      <div className="flex items-center justify-between gap-4">
        <h2 id="today-title" className="font-serif text-xl sm:text-2xl leading-tight font-semibold tracking-tight">
          {dayName(data?.now ?? new Date().toISOString())}
        </h2>
        <Link to="/admin/posts/new" className={buttonLook({ look: 'ember', className: 'shrink-0' })}>
          <PenLine aria-hidden="true" />
          Write
        </Link>
      </div>
      {isError && !data ? (
        <p className="mt-1 flex min-h-11 flex-wrap items-center gap-3 text-sm text-ink-2">
          Today’s overview could not be loaded.
          <Button look="outline" size="sm" className="min-h-11" busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      ) : (
        <div className="flex flex-wrap items-center gap-x-6">
          <Figures today={data} />
          {isEditor() && <p className="min-h-[1.5em] text-sm text-ink-2">{data && <Summary today={data} />}</p>}
        </div>
      )}
    </section>
  );
}

/** The rest of the day, beside the list: what goes out next, and for administrators what is amiss. */
export function TodayAhead() {
  const { data } = useQuery(todayQuery);
  return (
    data && (
      <>
        <NextUp today={data} />
        {isAdministrator() && <Problems today={data} />}
      </>
    )
  );
}

function Summary({ today: { daily, last_backup_at, now } }: { today: DeskToday }) {
  const sentences = [
    daily && dailyText(daily, now),
    last_backup_at && `The last backup is ${age(last_backup_at)} old.`,
  ];
  return <>{sentences.filter(Boolean).join(' ')}</>;
}

/** How many posts wait, each number a way to them. The line stands there before the numbers do. */
function Figures({ today }: { today: DeskToday | undefined }) {
  const figures = [
    ['draft', `${today?.drafts === 1 ? 'draft' : 'drafts'}${isEditor() ? '' : ' of yours'}`, today?.drafts],
    ['in_review', 'in review', today?.in_review],
    ['scheduled', 'scheduled', today?.scheduled],
  ] as const;
  return (
    <ul className="-mx-2 flex flex-wrap">
      {figures.map(([status, label, count]) => (
        <li key={status}>
          <Link
            to={{ pathname: '/admin', search: `?status=${status}` }}
            preventScrollReset
            onClick={goToList}
            className="group flex min-h-9 items-center gap-1.5 rounded-sm px-2 text-sm pointer-coarse:min-h-11"
          >
            <span className="font-semibold tabular-nums">{count ?? '–'}</span>{' '}
            <span className="text-ink-2 underline-offset-4 group-hover:underline">{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The list stands below the day. */
function goToList() {
  const title = document.getElementById('post-list-title');
  title?.scrollIntoView({ block: 'nearest' });
  title?.focus({ preventScroll: true });
}

/** What goes out next, by the hour. */
function NextUp({ today }: { today: DeskToday }) {
  const entries = nextUp(today);
  if (entries.length === 0) return null;
  const thisDay = calendarDay(Date.parse(today.now));
  return (
    <section aria-labelledby="next-title">
      <h2 id="next-title" className="border-b-2 border-rule-strong pb-3 text-xl font-semibold tracking-tight">
        What goes out next
      </h2>
      <ol className="grid">
        {entries.map(({ key, at, to, title, what }) => (
          <li key={key} className="border-b border-rule">
            <Link to={to} className="group flex min-h-11 items-center gap-4 py-2 text-sm">
              <time dateTime={at} className="w-28 shrink-0 font-semibold text-ember tabular-nums">
                {calendarDay(Date.parse(at)) === thisDay ? formatTime(at) : shortMoment(at)}
              </time>
              <span className="min-w-0">
                <span className="line-clamp-2 font-serif font-semibold group-hover:underline">{title}</span>
                <span className="block text-xs text-ink-2">{what}</span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** "24 Nov 06:30" */
function shortMoment(at: string): ReactNode {
  const [, month, day] = calendarDay(Date.parse(at)).split('-').map(Number);
  const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
  return `${day} ${names[(month ?? 1) - 1]} ${formatTime(at)}`;
}

/** What the server knows to be amiss, and where all of it is looked at. */
function Problems({ today: { problems } }: { today: DeskToday }) {
  if (!problems || problems.length === 0) return null;
  return (
    <section aria-labelledby="problems-title">
      <h2 id="problems-title" className="pb-3 text-xl font-semibold tracking-tight">
        To look at
      </h2>
      <ul className="grid gap-2 rounded-md bg-warning-wash px-4 py-3 text-sm">
        {problems.map(({ subject, state, finding }) => (
          <li key={`${subject}${finding}`} className="flex gap-2">
            {state === 'broken' ? (
              <CircleAlert aria-label="Broken" className="mt-0.5 size-4 shrink-0 text-danger" />
            ) : (
              <TriangleAlert aria-label="Warning" className="mt-0.5 size-4 shrink-0 text-warning" />
            )}
            <span className="min-w-0 wrap-anywhere">
              <span className="font-semibold">{subject}.</span> {finding}
            </span>
          </li>
        ))}
        <li>
          <Link
            to="/admin/doctor"
            className="inline-flex min-h-8 items-center underline underline-offset-4 pointer-coarse:min-h-11"
          >
            See all checks and what to do
          </Link>
        </li>
      </ul>
    </section>
  );
}
