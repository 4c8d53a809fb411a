import { useQueryClient } from '@tanstack/react-query';
import { useMatch } from 'react-router';
import { postBySlug } from '../../api/queries/posts';

/** The slug of the category the reader is in: that of the category page, or of the post that is open. */
export function useCurrentCategory(): string | null {
  const client = useQueryClient();
  const category = useMatch('/category/:id')?.params.id;
  const post = useMatch('/post/slug/:slug')?.params.slug;
  if (category) return category;
  return post ? (client.getQueryData(postBySlug(post).queryKey)?.category_slug ?? null) : null;
}
