export function postPath(slug: string): string {
  return `/post/slug/${encodeURIComponent(slug)}`;
}

export function categoryPath(slug: string): string {
  return `/category/${encodeURIComponent(slug)}`;
}
