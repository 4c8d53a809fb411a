import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react';
import { ApiProblem } from '../../api/problem';
import type { Doctor, DoctorCheck } from '../../api/types';
import { Button } from '../../ui/button';
import { cn } from '../../ui/cn';
import { doctorQuery } from '../calls/doctor';
import { CheckLine } from '../doctor-checks/check-line';
import { ErrorLine } from '../screen/error-line';
import { ScreenTitle } from '../screen/screen-title';
import { formatMoment } from '../time/publication-time';

/** What needs somebody comes first. */
const GROUPS: { state: DoctorCheck['state']; title: string; icon: LucideIcon; tone: string }[] = [
  { state: 'broken', title: 'Broken', icon: CircleX, tone: 'text-danger' },
  { state: 'warning', title: 'Warnings', icon: TriangleAlert, tone: 'text-warning' },
  { state: 'well', title: 'Well', icon: CircleCheck, tone: 'text-success' },
];

/** `/admin/doctor`: what is well with the site, and what to do. For administrators; the server tells others so. */
export function DoctorPage() {
  const { data, error, isFetching, refetch } = useQuery(doctorQuery);
  const isForbidden = error instanceof ApiProblem && error.status === 403;

  return (
    <>
      <ScreenTitle>Site health</ScreenTitle>
      {isForbidden ? (
        <ErrorLine look="refusal" className="mt-4">
          {error.error}
        </ErrorLine>
      ) : (
        <>
          <p className="mt-1 max-w-[60ch] text-sm text-ink-2">
            What the site needs: its database and disk, e-mail, media, payments, sign-in, and its public address.
            Checking sends, buys and changes nothing.
          </p>
          <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button look="outline" busy={isFetching} onClick={() => refetch()}>
              {isFetching ? 'Checking…' : 'Check again'}
            </Button>
            <p role="status" className="text-sm text-ink-2">
              {isFetching ? 'This takes some seconds.' : data && summary(data)}
            </p>
          </div>
          {error && !isFetching && (
            <div className="mt-6">
              <ErrorLine onRetry={() => refetch()}>The site could not be checked.</ErrorLine>
            </div>
          )}
          {data && !error && GROUPS.map((group) => <Group key={group.state} {...group} checks={data.checks} />)}
        </>
      )}
    </>
  );
}

function summary({ checked_at, checks }: Doctor): string {
  const count = (state: DoctorCheck['state']) => checks.filter((check) => check.state === state).length;
  return `${count('broken')} broken, ${count('warning')} warnings, ${count('well')} well. ${formatMoment(checked_at)}`;
}

type GroupProps = (typeof GROUPS)[number] & { checks: DoctorCheck[] };

function Group({ state, title, icon: Icon, tone, checks }: GroupProps) {
  const own = checks.filter((check) => check.state === state);
  if (own.length === 0) return null;
  return (
    <section aria-labelledby={`${state}-title`} className="mt-8 max-w-3xl">
      <h2
        id={`${state}-title`}
        className={cn('flex items-center gap-2 border-b-2 border-rule-strong pb-3 text-lg font-semibold', tone)}
      >
        <Icon className="size-5 shrink-0" aria-hidden="true" />
        {title}
      </h2>
      <ul>
        {own.map((check) => (
          <CheckLine key={`${check.subject} ${check.finding}`} check={check} />
        ))}
      </ul>
    </section>
  );
}
