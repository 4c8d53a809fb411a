import { useQuery } from '@tanstack/react-query';
import { ApiProblem } from '../../api/problem';
import { fullPost } from '../../api/queries/full-post';
import type { Post } from '../../api/types';
import { useSignedIn } from '../layout/use-signed-in';

/** What stands between a reader and the rest of a post. */
export type Gate = 'stranger' | 'asking' | 'no-subscription' | 'failed';

/**
 * The page holds what everybody may read. For those who are signed in the browser asks for the rest of a gated post,
 * which then takes the place of the opening.
 */
export function useFullPost(post: Post | undefined): { whole?: Post; gate: Gate; retry: () => void } {
  const signedIn = useSignedIn();
  const asks = signedIn && post?.gated === true;
  const { data, error, refetch } = useQuery({ ...fullPost(post?.id ?? 0), enabled: asks });
  const retry = () => void refetch();
  if (!asks) return { gate: 'stranger', retry };
  if (data) return { whole: data, gate: 'asking', retry };
  return { gate: error ? gateOf(error) : 'asking', retry };
}

function gateOf(error: Error): Gate {
  const status = error instanceof ApiProblem ? error.status : 0;
  if (status === 401) return 'stranger';
  return status === 403 ? 'no-subscription' : 'failed';
}
