import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import type { CalendarMonth } from '../../api/types';
import { zonePlace } from '../../site/format/zone-place';
import { buttonLook } from '../../ui/button-look';
import { cn } from '../../ui/cn';
import { ErrorLine } from '../screen/error-line';
import { ScreenTitle } from '../screen/screen-title';
import { calendarDay, formatTime } from '../time/publication-time';
import { monthQuery } from './api';
import { dayHeading, type Entry, entriesByDay, monthAfter, monthName, WEEKDAYS, weeksOf } from './month';

/** `/admin/calendar`: a month of posts and newsletters, held in the address. */
export function CalendarPage() {
  const [params] = useSearchParams();
  const asked = params.get('month') ?? '';
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery(monthQuery(asked));
  const month = asked || (data?.month ?? calendarDay(Date.now()).slice(0, 7));
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b-2 border-rule-strong pb-3">
        <ScreenTitle aria-live="polite" className="flex-1 basis-52 font-serif">
          {/^\d{4}-\d{2}$/.test(month) ? monthName(month) : 'Calendar'}
        </ScreenTitle>
        <MonthLinks month={month} />
      </div>
      <p className="py-3 text-sm text-ink-2">
        Published and scheduled posts, drafts with a date, and newsletters, by the time of {zonePlace()}.
      </p>
      {isError && (
        <ErrorLine busy={isFetching} onRetry={() => refetch()}>
          The calendar could not be loaded.
        </ErrorLine>
      )}
      {!data && !isError && <p className="py-10 text-sm text-ink-2">Loading the calendar…</p>}
      {data && !isError && (
        <div className={isPlaceholderData ? 'opacity-60' : undefined}>
          <MonthOf data={data} />
        </div>
      )}
    </>
  );
}

function MonthLinks({ month }: { month: string }) {
  const link = (name: string, months: number, icon: React.ReactNode) => (
    <Link
      to={`/admin/calendar?month=${monthAfter(month, months)}`}
      className={cn(buttonLook({ look: 'outline', size: 'icon' }))}
      aria-label={`${name}, ${monthName(monthAfter(month, months))}`}
    >
      {icon}
    </Link>
  );
  return (
    <nav aria-label="Months" className="flex items-center gap-2">
      {/^\d{4}-\d{2}$/.test(month) && link('Previous month', -1, <ChevronLeft aria-hidden="true" />)}
      <Link to="/admin/calendar" className={cn(buttonLook({ look: 'outline' }), 'px-4')}>
        This month
      </Link>
      {/^\d{4}-\d{2}$/.test(month) && link('Month after', 1, <ChevronRight aria-hidden="true" />)}
    </nav>
  );
}

/** A table where there is room for seven columns, otherwise the days that hold something, one below the other. */
function MonthOf({ data }: { data: CalendarMonth }) {
  const days = entriesByDay(data);
  const thisDay = calendarDay(Date.parse(data.now));
  return (
    <>
      {data.is_cut && <p className="pb-3 text-sm font-medium text-warning">Only the first 500 posts are shown.</p>}
      <table className="hidden w-full table-fixed border-collapse lg:table">
        <caption className="sr-only">{monthName(data.month)}</caption>
        <thead>
          <tr>
            {WEEKDAYS.map((day) => (
              <th key={day} scope="col" className="px-2 pb-2 text-start text-xs font-semibold text-ink-2">
                {day}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(data.month).map((week, index) => (
            <tr key={week.find(Boolean) ?? index}>
              {week.map((day, place) => (
                <td
                  key={day || `${index}-${place}`}
                  aria-current={day === thisDay ? 'date' : undefined}
                  className="h-28 border border-rule p-1.5 align-top aria-[current]:bg-raised"
                >
                  {day && <DayCell day={day} today={day === thisDay} entries={days.get(day) ?? []} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <DayList key={data.month} month={data.month} days={days} thisDay={thisDay} />
    </>
  );
}

type DayListProps = { month: string; days: ReadonlyMap<string, readonly Entry[]>; thisDay: string };

/** The days of narrow windows. This month begins at today; the days before it are folded. */
function DayList({ month, days, thisDay }: DayListProps) {
  const isThisMonth = thisDay.startsWith(month);
  const [before, after] = [
    [...days.keys()].filter((day) => day < thisDay),
    [...days.keys()].filter((day) => day > thisDay),
  ];
  const section = (day: string) => (
    <DaySection key={day} day={day} today={day === thisDay} entries={days.get(day) ?? []} />
  );
  if (!isThisMonth) {
    return (
      <div className="lg:hidden">
        {days.size === 0 && <p className="py-6 text-sm text-ink-2">There is nothing in this month.</p>}
        {[...days.keys()].map(section)}
      </div>
    );
  }
  return (
    <div className="lg:hidden">
      {before.length > 0 && (
        <details className="border-t border-rule">
          <summary className="min-h-11 cursor-pointer py-3 text-sm font-semibold">Earlier this month</summary>
          {before.map(section)}
        </details>
      )}
      {[thisDay, ...after].map(section)}
    </div>
  );
}

type DayProps = { day: string; today: boolean; entries: readonly Entry[] };

function DaySection({ day, today, entries }: DayProps) {
  return (
    <section aria-current={today ? 'date' : undefined} className="border-t border-rule py-3">
      <h2 className={cn('text-sm font-semibold', today && 'text-ember')}>
        {dayHeading(day)}
        {today && ', today'}
      </h2>
      {entries.length > 0 ? (
        <EntryList entries={entries} />
      ) : (
        <p className="mt-1 text-sm text-ink-2">Nothing so far.</p>
      )}
    </section>
  );
}

function DayCell({ day, today, entries }: DayProps) {
  return (
    <>
      <p className={cn('px-1 text-xs tabular-nums', today ? 'font-bold text-ember' : 'text-ink-2')}>
        {Number(day.slice(8))}
        {today && <span className="sr-only">, today</span>}
      </p>
      <EntryList entries={entries} />
    </>
  );
}

function EntryList({ entries }: { entries: readonly Entry[] }) {
  return (
    <ul className="mt-1 grid gap-1">
      {entries.map(({ key, at, to, title, state, tone }) => (
        <li key={key}>
          <Link
            to={to}
            className={cn(
              'group block min-h-8 rounded-sm border-s-[3px] py-0.5 ps-2 text-xs max-lg:min-h-11 max-lg:py-1.5 max-lg:text-sm',
              tone,
            )}
          >
            <span className="line-clamp-2 font-serif font-semibold wrap-anywhere group-hover:underline">{title}</span>
            <span className="block text-ink-2 tabular-nums">
              {formatTime(at)} · {state}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
