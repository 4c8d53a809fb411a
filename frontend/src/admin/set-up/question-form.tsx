import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import toast from 'react-hot-toast';
import { Link, useNavigate } from 'react-router';
import { ApiProblem } from '../../api/problem';
import type { SetUp } from '../../api/types';
import { Button } from '../../ui/button';
import { buttonLook } from '../../ui/button-look';
import { cn } from '../../ui/cn';
import { answer, takeOverSetUp } from '../calls/set-up';
import { ErrorLine } from '../screen/error-line';
import { SaveBar } from '../screen/save-bar';
import { ScreenTitle } from '../screen/screen-title';
import { type Question, questionAfter, questions } from '../set-up-questions';

export type QuestionProps = { question: Question; setUp: SetUp };

type QuestionFormProps = QuestionProps & {
  fields: ReactNode;
  /** What shows the answer, beside the fields or below them. */
  sample?: ReactNode;
  /** Saves the answer where there is something to save; answers what set-up is then, where the server says so. */
  save?: () => Promise<SetUp | undefined>;
};

/** One question: its number, its words, its fields, and the ways on. */
export function QuestionForm({ question, setUp, fields, sample, save }: QuestionFormProps) {
  const moves = useMoves(question, setUp, save);
  function submit(submitted: FormEvent) {
    submitted.preventDefault();
    moves.answer.mutate('answered');
  }
  return (
    <form noValidate onSubmit={submit} aria-labelledby="question" className="flex grow flex-col gap-8 pt-2 lg:pt-6">
      <Heading question={question} />
      <div
        className={cn(
          'grid grow content-start gap-10',
          sample && 'lg:grid-cols-[minmax(0,30rem)_minmax(0,1fr)] lg:gap-16',
        )}
      >
        <div className="grid max-w-[34rem] content-start gap-6">{fields}</div>
        {sample}
      </div>
      <SaveBar className="-mx-5 mt-0 px-5 lg:-mx-10 lg:px-10">
        <Button
          type="submit"
          look="ember"
          className="px-7 text-base"
          busy={moves.answer.isPending && moves.answer.variables === 'answered'}
        >
          Continue
        </Button>
        <Button look="quiet" busy={moves.answer.isPending} onClick={() => moves.answer.mutate('skipped')}>
          Later
        </Button>
        <Link to={moves.back} className={buttonLook({ look: 'quiet' })}>
          Back
        </Link>
        <ErrorLine>{moves.problem}</ErrorLine>
      </SaveBar>
    </form>
  );
}

function useMoves({ name }: Question, setUp: SetUp, save: QuestionFormProps['save']) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const at = questions.findIndex((one) => one.name === name);
  const before = questions[at - 1];
  const isAnswered = setUp.questions.some((one) => one.name === name && one.state === 'answered');
  const move = useMutation({
    mutationFn: async (state: 'answered' | 'skipped') => {
      if (state === 'answered') return (await save?.()) ?? answer(name, state);
      // What was answered once stays answered.
      return isAnswered ? setUp : answer(name, state);
    },
    onSuccess: async (setUp) => {
      await takeOverSetUp(client, setUp);
      const next = questionAfter(name);
      await navigate(next ? `?question=${next.name}` : '.');
    },
    onError: (cause) => {
      console.error(cause);
      if (!(cause instanceof ApiProblem)) toast.error('That was not saved. Please try again.');
    },
  });
  return {
    answer: move,
    back: before ? `?question=${before.name}` : '?',
    problem: move.error instanceof ApiProblem ? move.error.error : undefined,
  };
}

/** Takes the focus, so that who cannot see the change hears it. */
function Heading({ question: { name, title, text } }: { question: Question }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  const at = questions.findIndex((one) => one.name === name);
  return (
    <div className="grid gap-4">
      <div className="flex items-center gap-4">
        <p className="text-sm font-semibold text-ink-2">
          {at + 1} of {questions.length}
        </p>
        <div aria-hidden="true" className="flex grow gap-1.5">
          {questions.map((one, index) => (
            <span
              key={one.name}
              className={cn('h-1 max-w-16 grow rounded-full', index <= at ? 'bg-ember' : 'bg-rule')}
            />
          ))}
        </div>
        <Link to="?" className="py-2 text-sm font-semibold underline underline-offset-4">
          All questions
        </Link>
      </div>
      <ScreenTitle id="question" ref={heading} tabIndex={-1} className="font-serif text-4xl text-balance">
        {title}
      </ScreenTitle>
      <p className="max-w-[48ch] text-lg text-ink-2">{text}</p>
    </div>
  );
}
