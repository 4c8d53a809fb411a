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

/** What today holds, above everything else. Where it cannot be loaded the screen goes on without it. */
export function Today() {
  const { data, isError, isFetching, refetch } = useQuery(todayQuery);
  return (
    <section aria-labelledby="today-title" aria-busy={!data && !isError} className="mb-10">
      <div className="flex items-center justify-between gap-4">
        <h2 id="today-title" className="font-serif text-2xl leading-tight font-semibold tracking-tight">
          {dayName(data?.now ?? new Date().toISOString())}
        </h2>
        <Link to="/admin/posts/new" className={buttonLook({ look: 'outline', className: 'shrink-0' })}>
          <PenLine aria-hidden="true" />
          Write
        </Link>
      </div>
      {isError && !data ? (
        <p className="mt-1 flex min-h-11 flex-wrap items-center gap-3 text-sm text-ink-2">
          What today holds could not be loaded.
          <Button look="outline" size="sm" className="min-h-11" busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      ) : (
        <>
          {isEditor() && <p className="mt-1 min-h-[1.5em] text-sm text-ink-2">{data && <Summary today={data} />}</p>}
          <Figures today={data} />
          {data && <NextUp today={data} />}
          {data && isAdministrator() && <Problems today={data} />}
        </>
      )}
    </section>
  );
}

function Summary({ today: { daily, last_backup_at, now } }: { today: DeskToday }) {
  const sentences = [
    daily && dailyText(daily, now),
    last_backup_at && `The last backup is ${age(last_backup_at)} old.`,
  ];
  return <>{sentences.filter(Boolean).join(' ')}</>;
}

/** How many posts wait, each number a way to them. The boxes stand there before the numbers do. */
function Figures({ today }: { today: DeskToday | undefined }) {
  const figures = [
    ['draft', `${today?.drafts === 1 ? 'draft' : 'drafts'}${isEditor() ? '' : ' of yours'}`, today?.drafts],
    ['in_review', 'in review', today?.in_review],
    ['scheduled', 'scheduled', today?.scheduled],
  ] as const;
  return (
    <ul className="mt-4 grid grid-cols-3 gap-px overflow-hidden rounded-md border border-rule bg-rule">
      {figures.map(([status, label, count]) => (
        <li key={status} className="bg-raised">
          <Link
            to={{ pathname: '/admin', search: `?status=${status}` }}
            preventScrollReset
            onClick={goToList}
            className="group block px-3 py-3 -outline-offset-2 hover:bg-sunk sm:px-5"
          >
            <span className="block font-serif text-xl leading-tight font-semibold tabular-nums">{count ?? '–'}</span>{' '}
            <span className="text-xs text-ink-2 group-hover:underline">{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The list stands below the form. */
function goToList() {
  const title = document.getElementById('post-list-title');
  title?.scrollIntoView({ block: 'start' });
  title?.focus({ preventScroll: true });
}

/** What goes out next, by the hour. */
function NextUp({ today }: { today: DeskToday }) {
  const entries = nextUp(today);
  if (entries.length === 0) return null;
  const thisDay = calendarDay(Date.parse(today.now));
  return (
    <section aria-labelledby="next-title" className="mt-5">
      <h3 id="next-title" className="text-sm font-semibold">
        What goes out next
      </h3>
      <ol className="mt-1 grid lg:grid-cols-2 lg:gap-x-10">
        {entries.map(({ key, at, to, title, what }) => (
          <li key={key} className="border-t border-rule">
            <Link to={to} className="group flex min-h-11 items-center gap-4 py-2 text-sm">
              <time dateTime={at} className="w-16 shrink-0 font-semibold text-ember tabular-nums sm:w-28">
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
    <section aria-labelledby="problems-title" className="mt-5">
      <h3 id="problems-title" className="text-sm font-semibold">
        To look at
      </h3>
      <ul className="mt-1 grid gap-2 rounded-md bg-warning-wash px-4 py-3 text-sm">
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
