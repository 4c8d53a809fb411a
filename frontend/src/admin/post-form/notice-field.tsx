import { useQuery } from '@tanstack/react-query';
import { Fragment, type Ref, useId } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import type { AdminPost, NoticeAudience, NoticeState } from '../../api/types';
import { Checkbox } from '../../ui/checkbox';
import { topicAudiencesQuery, topicsQuery } from '../calls/newsletter';
import { isSettled } from '../post-values/notice-values';
import type { PostFormValues } from '../post-values/post-values';
import { ErrorLine } from '../screen/error-line';
import { NoMailLine } from '../screen/no-mail-line';
import { formatMoment } from '../time/publication-time';
import { addressCount } from './notice-outcome';
import { useNoticeSize, usePostNotice } from './use-notice';

type NoticeFieldProps = { post: AdminPost | null };

/** Who is e-mailed about the post. One whose notice went out says when. */
export function NoticeField({ post }: NoticeFieldProps) {
  const { control, formState } = useFormContext<PostFormValues>();
  const { state, choice, isError, refetch } = usePostNotice(post);
  if (isError) {
    return <ErrorLine onRetry={refetch}>Failed to load who is e-mailed.</ErrorLine>;
  }
  if (state && isSettled(state)) return <SettledNotice state={state} />;
  if (post && !state) return null;
  return (
    <Controller
      control={control}
      name="notice"
      render={({ field }) => (
        <NoticeChoice
          ref={field.ref}
          choice={choice}
          error={formState.errors.notice?.message}
          onChange={field.onChange}
          onBlur={field.onBlur}
        />
      )}
    />
  );
}

type NoticeChoiceProps = {
  ref: Ref<HTMLInputElement>;
  /** Null until the preset is read. */
  choice: NoticeAudience | null;
  error: string | undefined;
  onChange: (choice: NoticeAudience) => void;
  onBlur: () => void;
};

const AUDIENCES = [
  { audience: 'everyone', label: 'Everyone' },
  { audience: 'topics', label: 'Topics' },
  { audience: 'nobody', label: 'Nobody' },
] as const;

function NoticeChoice({ ref, choice, error, onChange, onBlur }: NoticeChoiceProps) {
  const id = useId();
  const topics = choice?.topics ?? [];
  const hasTopics = choice?.audience === 'topics' && topics.length > 0;
  const sizes = { everyone: useNoticeSize([])?.audience, topics: useNoticeSize(topics, hasTopics)?.audience };
  const size = { everyone: sizes.everyone, topics: hasTopics ? sizes.topics : undefined, nobody: undefined };
  return (
    <fieldset aria-describedby={error && `${id}-error`} className="grid min-w-0 gap-1">
      <legend className="mb-1 text-sm font-semibold">E-mail subscribers</legend>
      {AUDIENCES.map(({ audience, label }, n) => (
        <Fragment key={audience}>
          <label className="flex min-h-9 cursor-pointer items-center gap-3 text-sm font-medium pointer-coarse:min-h-11">
            <input
              ref={n === 0 ? ref : undefined}
              type="radio"
              name={id}
              className="size-6 shrink-0 cursor-pointer appearance-none rounded-full border border-control bg-raised checked:border-7 checked:border-ember"
              checked={choice?.audience === audience}
              onChange={() => onChange({ audience, topics })}
              onBlur={onBlur}
            />
            <span>
              {label}
              {size[audience] !== undefined && (
                <span className="font-normal text-ink-3 tabular-nums">, {addressCount(size[audience])}</span>
              )}
            </span>
          </label>
          {audience === 'topics' && choice?.audience === 'topics' && (
            <TopicChoice chosen={topics} onChange={(chosen) => onChange({ audience: 'topics', topics: chosen })} />
          )}
        </Fragment>
      ))}
      {choice && choice.audience !== 'nobody' && <NoMailLine className="mt-1" />}
      {error && (
        <ErrorLine id={`${id}-error`} look="field">
          {error}
        </ErrorLine>
      )}
    </fieldset>
  );
}

type TopicChoiceProps = { chosen: readonly string[]; onChange: (topics: string[]) => void };

/** The catalogue, each topic with how many chose it. */
function TopicChoice({ chosen, onChange }: TopicChoiceProps) {
  const { data, isError, refetch } = useQuery(topicsQuery);
  const { data: sizes } = useQuery(topicAudiencesQuery);
  if (isError && !data) {
    return <ErrorLine onRetry={() => refetch()}>Failed to load the topics.</ErrorLine>;
  }
  const sizeOf = (id: string) => sizes?.data.find((size) => size.id === id)?.audience;
  return (
    <div className="mb-1 ms-9 grid max-h-80 gap-4 overflow-y-auto overscroll-contain rounded-md border border-rule bg-raised p-3">
      {data?.groups.map((group) => (
        <fieldset key={group.id} className="grid gap-1.5 pointer-coarse:gap-5">
          <legend className="mb-1.5 text-xs font-semibold text-ink-3">{group.name}</legend>
          {group.topics.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={
                <>
                  {name}
                  {sizeOf(id) !== undefined && (
                    <span className="font-normal text-ink-3 tabular-nums">, {sizeOf(id)}</span>
                  )}
                </>
              }
              checked={chosen.includes(id)}
              onCheckedChange={(checked) =>
                onChange(checked === true ? [...chosen, id] : chosen.filter((other) => other !== id))
              }
            />
          ))}
        </fieldset>
      ))}
    </div>
  );
}

function SettledNotice({ state }: { state: NoticeState }) {
  return (
    <div className="grid gap-1.5">
      <p className="text-sm font-semibold">E-mail subscribers</p>
      <p className="text-sm text-ink-2">
        {state.status === 'notified' ? <Notified state={state} /> : REASONS[state.status]}
      </p>
    </div>
  );
}

function Notified({ state }: { state: NoticeState }) {
  const { data } = useQuery({ ...topicsQuery, enabled: state.topics.length > 0 });
  const topics = data?.groups.flatMap((group) => group.topics) ?? [];
  const names = state.topics.map((id) => topics.find((topic) => topic.id === id)?.name ?? id);
  return (
    <>
      E-mailed on {formatMoment(state.at ?? '')} to {names.length > 0 ? names.join(', ') : 'everyone'}. A post is
      e-mailed once.
    </>
  );
}

const REASONS: Partial<Record<NoticeState['status'], string>> = {
  left_to_daily: 'Left to the daily newsletter, because an e-mail about another post went out that day.',
  undone: 'The e-mail was taken back. A post is e-mailed once.',
  not_news: 'Nobody is e-mailed about a post that was imported or dated back by more than a day.',
};
