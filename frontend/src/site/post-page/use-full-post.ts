import { useQuery } from '@tanstack/react-query';
import { ApiProblem } from '../../api/problem';
import { fullPost } from '../../api/queries/full-post';
import type { Post } from '../../api/types';
import { useSignedIn } from '../hooks/use-signed-in';

/**
 * Why the rest of a gated post is not shown. `stranger`: not signed in. `asking`: it is being fetched.
 */
export type Gate = 'stranger' | 'asking' | 'no-subscription' | 'failed';

/**
 * Fetches the whole of a gated post for signed-in readers; the page itself has the public part only. `whole` replaces
 * the opening once it is there.
 */
export function useFullPost(post: Post | undefined): { whole?: Post; gate: Gate; retry: () => void } {
  const signedIn = useSignedIn();
  const isEnabled = signedIn && post?.gated === true;
  const { data, error, refetch } = useQuery({ ...fullPost(post?.id ?? 0), enabled: isEnabled });
  const retry = () => void refetch();
  if (!isEnabled) return { gate: 'stranger', retry };
  if (data) return { whole: data, gate: 'asking', retry };
  return { gate: error ? gateOf(error) : 'asking', retry };
}

function gateOf(error: Error): Gate {
  const status = error instanceof ApiProblem ? error.status : 0;
  if (status === 401) return 'stranger';
  return status === 403 ? 'no-subscription' : 'failed';
}
