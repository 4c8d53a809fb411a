import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Check, Minus } from 'lucide-react';
import { Link } from 'react-router';
import { siteDetails } from '../../api/queries/site';
import type { SetUp } from '../../api/types';
import { buttonLook } from '../../ui/button-look';
import { cn } from '../../ui/cn';
import { ScreenTitle } from '../screen/screen-title';
import { findQuestion, type Question, questions } from '../set-up-questions';
import { SamplePostsProgress } from './sample-posts-progress';

const words = { open: 'Open', answered: 'Answered', skipped: 'Later' };

/** The six questions with what became of each, and where to go from here. */
export function SetUpOverview({ setUp }: { setUp: SetUp }) {
  const next = findQuestion(setUp.questions.find(({ state }) => state === 'open')?.name ?? null);
  const isFresh = setUp.questions.every(({ state }) => state === 'open');
  return (
    <div className="grid gap-10 pt-6 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-16 lg:pt-14">
      <Opening setUp={setUp} next={next} isFresh={isFresh} />
      <ol aria-label="Questions" className="border-t-2 border-rule-strong">
        {questions.map((question, index) => (
          <Row
            key={question.name}
            question={question}
            number={index + 1}
            state={setUp.questions.find(({ name }) => name === question.name)?.state ?? 'open'}
          />
        ))}
      </ol>
    </div>
  );
}

function Opening({ setUp, next, isFresh }: { setUp: SetUp; next?: Question; isFresh: boolean }) {
  const { data: site } = useQuery(siteDetails());
  const title = next ? (isFresh ? 'Make it yours.' : 'Almost yours.') : `${site?.brand ?? 'It'} is yours.`;
  return (
    <div className="grid content-start gap-6">
      <ScreenTitle className="font-serif text-4xl wrap-anywhere">{title}</ScreenTitle>
      <p className="max-w-[36ch] text-lg text-ink-2">
        {next
          ? 'Six short questions. Each can wait, and nothing here is final: Settings has all of it.'
          : 'Every question has its answer, or waits for one. Change your mind whenever you like.'}
      </p>
      <SamplePostsProgress setUp={setUp} />
      <div className="flex flex-wrap items-center gap-3">
        {next ? (
          <Link to={`?question=${next.name}`} className={buttonLook({ look: 'ember', className: 'px-7 text-base' })}>
            {isFresh ? 'Begin' : 'Go on'}
            <ArrowRight aria-hidden="true" />
          </Link>
        ) : (
          <Link to="/admin" className={buttonLook({ look: 'ember', className: 'px-7 text-base' })}>
            Write the first post
          </Link>
        )}
        {next ? (
          <Link to="/admin" className={buttonLook({ look: 'quiet' })}>
            Not now
          </Link>
        ) : (
          <>
            <a href="/" className={buttonLook({ look: 'outline' })}>
              View site
            </a>
            <Link to="/admin/settings" className={buttonLook({ look: 'quiet' })}>
              All settings
            </Link>
          </>
        )}
      </div>
    </div>
  );
}

type RowProps = { question: Question; number: number; state: SetUp['questions'][number]['state'] };

function Row({ question: { name, label }, number, state }: RowProps) {
  return (
    <li className="border-b border-rule">
      <Link to={`?question=${name}`} className="group flex min-h-16 items-center gap-4 rounded-sm py-3">
        <span
          aria-hidden="true"
          className={cn(
            'grid size-9 shrink-0 place-items-center rounded-full font-serif text-base font-semibold',
            state === 'answered' ? 'bg-ember text-ember-ink' : 'bg-sunk text-ink-2',
          )}
        >
          {state === 'answered' ? (
            <Check className="size-4" />
          ) : state === 'skipped' ? (
            <Minus className="size-4" />
          ) : (
            number
          )}
        </span>
        <span className="me-auto font-semibold group-hover:underline group-hover:underline-offset-4">{label}</span>
        <span className="text-sm text-ink-2">{words[state]}</span>
      </Link>
    </li>
  );
}
