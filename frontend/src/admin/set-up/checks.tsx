import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { DoctorCheck } from '../../api/types';
import { Button } from '../../ui/button';
import { doctorQuery } from '../calls/doctor';
import { CheckLine } from '../doctor-checks/check-line';

const looks: Record<DoctorCheck['state'], { icon: LucideIcon; tone: string; word: string }> = {
  well: { icon: CircleCheck, tone: 'text-success', word: 'Well' },
  warning: { icon: TriangleAlert, tone: 'text-warning', word: 'Warning' },
  broken: { icon: CircleX, tone: 'text-danger', word: 'Broken' },
};

/** What the doctor finds about some subjects. It asks mail server, DNS and wallet, which takes seconds. */
export function Checks({ subjects }: { subjects: string[] }) {
  const { data, isError, isFetching, refetch } = useQuery({ ...doctorQuery, staleTime: 60_000 });
  const found = data?.checks.filter(({ subject }) => subjects.includes(subject)) ?? [];
  return (
    <section aria-label="Checked just now" className="grid gap-3">
      {found.length > 0 && (
        <ul className="border-t-2 border-rule-strong">
          {found.map((check) => (
            <Found key={`${check.subject} ${check.finding}`} check={check} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button look="outline" busy={isFetching} onClick={() => refetch()}>
          {isFetching ? 'Checking…' : 'Check again'}
        </Button>
        <p role="status" className="text-sm text-ink-2">
          {isFetching ? 'This takes some seconds.' : isError && 'The site could not be checked.'}
        </p>
      </div>
    </section>
  );
}

function Found({ check }: { check: DoctorCheck }) {
  const { icon: Icon, tone, word } = looks[check.state];
  return (
    <li className="flex gap-3 border-b border-rule">
      <Icon className={`mt-4.5 size-5 shrink-0 ${tone}`} aria-label={word} role="img" />
      <ul className="min-w-0 grow *:border-0">
        <CheckLine check={check} />
      </ul>
    </li>
  );
}
