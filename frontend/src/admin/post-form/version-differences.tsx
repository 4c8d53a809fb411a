import type { AdminPost } from '../../api/types';
import { contentToHtml, parseContent } from '../editor/content-html';
import { type PostFormValues, toFormValues } from '../post-values/post-values';
import { contentText } from '../versions/content-text';
import { DifferencesTable } from '../versions/differences-table';

/** Exhaustive: every field of the form is compared under its label, or says here (null) that it is not. */
const LABELS = {
  title: 'Title',
  content: 'Content',
  category_name: 'Category',
  author_name: 'Author',
  custom_author: 'Author name',
  tags: 'Tags',
  publish_date: 'Publish Date',
  brand: 'Brand',
  is_today_pick: "Today's Pick",
  extra_text: 'Extra Text',
  deal_links: 'Deal Links',
  media_url: 'Cover',
  media_urls: 'Media',
  slug: 'Slug',
  excerpt: 'Excerpt',
  status: 'Status',
  access: 'Access',
  mark_updated: null, // a wish of this save
  cover_details: null, // belongs to the file
  notice: null, // no part of the post
  pending_files: null, // files that were picked in this form and not uploaded yet: no saved version has any
} as const satisfies Record<keyof PostFormValues, string | null>;

type Labels = typeof LABELS;
type Name = { [Field in keyof Labels]: Labels[Field] extends string ? Field : never }[keyof Labels];

/** A saved post as a form would hold it, written so that equal versions compare as equal. */
export function comparable(post: AdminPost): PostFormValues {
  return { ...toFormValues(post), content: editorsText(post.content), excerpt: ownExcerpt(post) };
}

/** What a form holds, written alike. `before` is the post it was opened with. */
export function comparableForm(values: PostFormValues, before: AdminPost | null): PostFormValues {
  const untouched = before !== null && values.excerpt === before.excerpt;
  return {
    ...values,
    content: editorsText(values.content),
    excerpt: untouched ? ownExcerpt(before) : values.excerpt,
  };
}

/** Text as the editor writes it: the server's may say the same in other marks. */
function editorsText(html: string): string {
  return contentToHtml(parseContent(html));
}

/**
 * An excerpt that the server made from the text is no difference of its own. The dek is the editor's where there is no
 * summary.
 */
function ownExcerpt({ summary, dek, excerpt }: AdminPost): string {
  return summary === '' ? dek : excerpt;
}

export function differingFields(one: PostFormValues, other: PostFormValues): Name[] {
  return (Object.keys(LABELS) as (keyof Labels)[])
    .filter(isCompared)
    .filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));
}

function isCompared(name: keyof Labels): name is Name {
  return LABELS[name] !== null;
}

type VersionDifferencesProps = {
  one: PostFormValues;
  other: PostFormValues;
  names: { one: string; other: string };
};

/** Two versions of a post side by side: the fields that differ, and in them what differs. */
export function VersionDifferences({ one, other, names }: VersionDifferencesProps) {
  const differences = differingFields(one, other).map((name) => ({
    label: LABELS[name],
    one: textOf(one[name]),
    other: textOf(other[name]),
  }));
  return <DifferencesTable differences={differences} names={names} />;
}

/** A field as text, a paragraph a line. */
function textOf(value: PostFormValues[Name]): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map((item) => (typeof item === 'string' ? item : dealText(item))).join('\n');
  return value.startsWith('<') ? contentText(value) : value;
}

function dealText({
  label,
  product_name,
  price,
  best_for,
  cta_text,
  url,
  ends_at,
}: PostFormValues['deal_links'][number]): string {
  const end = ends_at && `ends ${ends_at.replace('T', ', ')}`;
  return [label, product_name, price, best_for && `best for ${best_for}`, cta_text, end, url]
    .filter(Boolean)
    .join(' · ');
}
