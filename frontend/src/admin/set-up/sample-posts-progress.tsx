import type { SetUp } from '../../api/types';

/** While sample posts are written: how many are there. */
export function SamplePostsProgress({ setUp: { sample_posts } }: { setUp: SetUp }) {
  const { total, added, waiting } = sample_posts;
  if (waiting === 0) return null;
  const text = `${added} of ${total} sample posts are written`;
  return (
    <div className="grid max-w-sm gap-2">
      <progress className="progress-bar" value={added} max={total} aria-label="Sample posts" />
      <p role="status" className="text-sm text-ink-2">
        {text}. You need not wait.
      </p>
    </div>
  );
}
