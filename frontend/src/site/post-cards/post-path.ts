/** The page of a post. One without a slug is found by its id; the server knows the way from there. */
export function postPath(slug: string, id?: number): string {
  return slug || id === undefined ? `/post/slug/${encodeURIComponent(slug)}` : `/blog/post/${id}`;
}

export function authorPath(slug: string): string {
  return `/author/${encodeURIComponent(slug)}`;
}

export function tagPath(slug: string): string {
  return `/tag/${encodeURIComponent(slug)}`;
}

export function categoryPath(slug: string): string {
  return `/category/${encodeURIComponent(slug)}`;
}
