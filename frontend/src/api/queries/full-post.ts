import type { Post } from '../types';
import { privateQuery } from './private-query';

/**
 * The whole of a gated post, for those it is for. 403 `post.subscribers_only` for others. Not asked again by itself: a
 * text whose files have new addresses would load all of them anew.
 */
export const fullPost = (id: number) => ({ ...privateQuery<Post>(`/posts/${id}/full`), refetchOnReconnect: false });
