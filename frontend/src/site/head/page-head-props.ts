export type ArticleFacts = {
  publishedAt: string;
  modifiedAt: string;
  section: string;
  tags: string[];
  /** The by-line. */
  author: string;
};

export type PageHeadProps = {
  /** Without the brand; left out on home, whose title is brand and tagline. */
  title?: string;
  description?: string;
  /** Language tag of what it shows; left out or empty, the publication's. */
  language?: string;
  /** The page's one true address, path and query; without it the page asks not to be indexed. */
  canonicalPath?: string;
  previousPath?: string;
  nextPath?: string;
  /** Where feeds of the page's own posts or newsletters lie, `/category/tech`; those of the site are on every page. */
  feedPath?: string;
  /** For shared links; left out, it is the picture of the site. */
  image?: { url: string; width: number | null; height: number | null; alt: string } | null;
  article?: ArticleFacts;
};
