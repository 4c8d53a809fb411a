import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ApiProblem } from '../../api/problem';
import type { SetUp } from '../../api/types';
import { buttonLook } from '../../ui/button-look';
import { putAway, setUpQuery, takeOverSetUp } from '../calls/set-up';
import { statusQuery } from '../calls/status';
import { AdminLogo } from '../screen/admin-logo';
import { ErrorLine } from '../screen/error-line';
import { ScreenTitle } from '../screen/screen-title';
import { ThemeToggle } from '../screen/theme-toggle';
import { findQuestion } from '../set-up-questions';
import { SignInAgain } from '../sign-in/sign-in-again';
import { QuestionScreen } from './question-screen';
import { SetUpOverview } from './set-up-overview';

/** `/admin/set-up`: six questions, one a screen. For administrators; the server tells others so. */
export function SetUpPage() {
  const { data, error, isPending, refetch } = useQuery(setUpQuery);
  useArrival();
  const isForbidden = error instanceof ApiProblem && error.status === 403;
  return (
    <Frame>
      {!data && <ScreenTitle className="sr-only">Set-up</ScreenTitle>}
      {isPending && <p className="pt-10 text-ink-2">One moment…</p>}
      {isForbidden && (
        <ErrorLine look="refusal" className="pt-10">
          {error.error}
        </ErrorLine>
      )}
      {error && !isForbidden && !data && (
        <div className="pt-10">
          <ErrorLine onRetry={() => refetch()}>The questions could not be loaded.</ErrorLine>
        </div>
      )}
      {data && <Screen setUp={data} />}
    </Frame>
  );
}

function Screen({ setUp }: { setUp: SetUp }) {
  const [params] = useSearchParams();
  const question = findQuestion(params.get('question'));
  return question ? (
    <QuestionScreen key={question.name} question={question} setUp={setUp} />
  ) : (
    <SetUpOverview setUp={setUp} />
  );
}

/** Whoever was led here is led here no more. */
function useArrival() {
  const client = useQueryClient();
  const { data: status } = useQuery(statusQuery);
  const { mutate } = useMutation({
    mutationFn: () => putAway(false),
    onSuccess: (setUp) => takeOverSetUp(client, setUp),
    onError: (cause) => console.error(cause),
  });
  const isLed = status?.set_up === 'lead';
  useEffect(() => {
    if (isLed) mutate();
  }, [isLed, mutate]);
}

/** Calmer than the other screens: nothing stands here but the question. */
function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] bg-paper">
      <header className="mx-auto flex w-full max-w-[72rem] flex-wrap items-center gap-2 px-5 py-3 lg:px-10">
        <Link to="/admin" className="me-auto min-w-0 rounded-sm py-2">
          <AdminLogo />
        </Link>
        <Link to="/admin" className={buttonLook({ look: 'quiet', className: 'px-3 whitespace-nowrap' })}>
          Admin area
        </Link>
        <ThemeToggle />
      </header>
      <main id="main" className="mx-auto flex w-full max-w-[72rem] flex-col px-5 lg:px-10">
        {children}
      </main>
      <SignInAgain />
    </div>
  );
}
