import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from '../../api/client';
import { ApiProblem } from '../../api/problem';
import { fullPost } from '../../api/queries/full-post';
import type { Post } from '../../api/types';
import { useSignedIn } from '../layout/use-signed-in';
import { hasSignedFile, renewFiles } from './renew-files';

/**
 * Why the rest of a gated post is not shown. `stranger`: not signed in. `asking`: it is being fetched.
 */
export type Gate = 'stranger' | 'asking' | 'no-subscription' | 'failed';

/** Signed addresses of files are good for 55 minutes at least: a younger one failed for another reason. */
const FRESH_MS = 50 * 60_000;

type FullPost = {
  whole?: Post;
  gate: Gate;
  retry: () => void;
  /** Called with a text and a file in it that could not be loaded: its address may have ended. */
  onFileError?: (text: Element, file: Element) => void;
};

/**
 * Fetches the whole of a gated post for signed-in readers; the page itself has the public part only. `whole` replaces
 * the opening once it is there.
 */
export function useFullPost(post: Post | undefined): FullPost {
  const signedIn = useSignedIn();
  const isEnabled = signedIn && post?.gated === true;
  // A text that is drawn anew loads all its pictures anew.
  const refetchOnReconnect = ({ state }: { state: { data?: Post } }) => state.data === undefined;
  const query = { ...fullPost(post?.id ?? 0), enabled: isEnabled, refetchOnReconnect };
  const { data, dataUpdatedAt, error, refetch } = useQuery(query);
  const renewedAt = useRef(0);
  const retry = () => void refetch();
  if (!isEnabled) return { gate: 'stranger', retry };
  if (!data) return { gate: error ? gateOf(error) : 'asking', retry };
  const onFileError = (text: Element, file: Element) => {
    const isFresh = Date.now() - Math.max(dataUpdatedAt, renewedAt.current) < FRESH_MS;
    if (isFresh || !hasSignedFile(file)) return;
    renewedAt.current = Date.now();
    // The text stays as it is drawn: one that is set anew would stop videos and load every picture again.
    api.get<Post>(`/posts/${data.id}/full`).then(
      ({ content }) => renewFiles(text, content),
      () => {},
    );
  };
  return { whole: data, gate: 'asking', retry, onFileError };
}

function gateOf(error: Error): Gate {
  const status = error instanceof ApiProblem ? error.status : 0;
  if (status === 401) return 'stranger';
  return status === 403 ? 'no-subscription' : 'failed';
}
