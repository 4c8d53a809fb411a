import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { postAddress } from '../../api/queries/posts';
import { PostFailed } from './post-failed';

/**
 * An address that names a post by its id: it leads to the post, so what can be seen here is only that there is none.
 */
export function PostByIdPage() {
  const { id = '' } = useParams();
  const { error } = useQuery(postAddress(id));
  return error ? <PostFailed error={error} path={`/blog/post/${id}`} /> : null;
}
