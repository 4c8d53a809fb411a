import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Button } from '../../ui/button';
import { buttonLook } from '../../ui/button-look';
import { putAway, setUpQuery, takeOverSetUp } from '../calls/set-up';
import { statusQuery } from '../calls/status';
import { questions } from '../set-up-questions';

/** On `/admin`, for the administrator of a publication whose set-up was begun: which questions are open. */
export function SetUpCard() {
  const client = useQueryClient();
  const { data: status } = useQuery(statusQuery);
  const isShown = status?.set_up === 'remind';
  const { data } = useQuery({ ...setUpQuery, enabled: isShown });
  const away = useMutation({
    mutationFn: () => putAway(true),
    onSuccess: (setUp) => takeOverSetUp(client, setUp),
    onError: (cause) => console.error(cause),
  });
  const open = questions.filter(({ name }) => data?.questions.find((one) => one.name === name)?.state === 'open');
  if (!isShown || !open[0] || data?.is_put_away) return null;
  return (
    <section
      aria-labelledby="set-up-title"
      className="mb-8 flex flex-wrap items-center gap-x-6 gap-y-4 rounded-lg border border-rule-strong bg-raised px-5 py-4"
    >
      <div className="me-auto grid gap-1">
        <h2 id="set-up-title" className="font-serif text-xl font-semibold tracking-tight">
          {open.length === 1 ? 'One question is open' : `${open.length} questions are open`}
        </h2>
        <p className="text-sm text-ink-2">{open.map(({ label }) => label).join(' · ')}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Link to={`/admin/set-up?question=${open[0].name}`} className={buttonLook({ look: 'ember' })}>
          Go on with set-up
        </Link>
        <Button look="quiet" busy={away.isPending} onClick={() => away.mutate()}>
          Put away
        </Button>
      </div>
    </section>
  );
}
