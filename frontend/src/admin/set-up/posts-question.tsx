import type { ReactNode } from 'react';
import type { SetUp } from '../../api/types';
import { cn } from '../../ui/cn';
import { addSamplePosts } from '../calls/set-up';
import { useKept } from '../unsaved-changes/use-kept';
import { QuestionForm, type QuestionProps } from './question-form';
import { SamplePostsProgress } from './sample-posts-progress';

type Choice = 'drafts' | 'empty';

const isChoice = (value: unknown): value is Choice => value === 'drafts' || value === 'empty';

/** Sample posts as drafts, or an empty publication. */
export function PostsQuestion(props: QuestionProps) {
  const { total, added, waiting } = props.setUp.sample_posts;
  const [choice, setChoice] = useKept<Choice>('set-up-posts', 'drafts', isChoice);
  const areThere = added === total;
  return (
    <QuestionForm
      {...props}
      save={async () => (choice === 'drafts' && !areThere ? addSamplePosts() : undefined)}
      fields={
        areThere || waiting > 0 ? (
          <Added setUp={props.setUp} />
        ) : (
          <fieldset className="grid gap-3">
            <legend className="sr-only">First posts</legend>
            <Option value="drafts" chosen={choice} onChoose={setChoice} title={`${total} sample posts, as drafts`}>
              With pictures, a table, a video and offers, written by the team. Publish, change or delete them like any
              post; nobody but the newsroom sees a draft.
              {added > 0 && ` ${added} of them are there already.`}
            </Option>
            <Option value="empty" chosen={choice} onChoose={setChoice} title="Nothing yet">
              An empty publication. The front page says so until the first post is published.
            </Option>
          </fieldset>
        )
      }
    />
  );
}

function Added({ setUp }: { setUp: SetUp }) {
  const { total, added } = setUp.sample_posts;
  return (
    <div className="grid gap-4">
      <SamplePostsProgress setUp={setUp} />
      {added === total && (
        <p className="rounded-lg bg-sunk px-4 py-3">
          All {total} sample posts were added, as drafts. You find them in the list of posts; those you deleted do not
          come back.
        </p>
      )}
    </div>
  );
}

type OptionProps = {
  value: Choice;
  chosen: Choice;
  title: string;
  children: ReactNode;
  onChoose: (value: Choice) => void;
};

function Option({ value, chosen, title, children, onChoose }: OptionProps) {
  return (
    <label
      className={cn(
        'grid cursor-pointer gap-1 rounded-lg border px-5 py-4',
        'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        value === chosen ? 'border-ember bg-raised ring-1 ring-ember' : 'border-control hover:bg-sunk',
      )}
    >
      <input
        type="radio"
        name="posts"
        value={value}
        checked={value === chosen}
        onChange={() => onChoose(value)}
        className="sr-only"
      />
      <span className="font-serif text-xl font-semibold">{title}</span>
      <span className="text-sm text-ink-2">{children}</span>
    </label>
  );
}
