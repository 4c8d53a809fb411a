import type { AdminPost } from '../../api/types';
import { contentToHtml, parseContent } from '../editor/content-html';
import { postFields } from '../post-values/post-fields';
import { type PostFormValues, toFormValues } from '../post-values/post-values';
import { contentText } from '../versions/content-text';
import { DifferencesTable } from '../versions/differences-table';

type Name = keyof PostFormValues;

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

/** The fields that differ, of those that a version has. */
export function differingFields(one: PostFormValues, other: PostFormValues): Name[] {
  return (Object.keys(postFields) as Name[])
    .filter((name) => postFields[name].label !== null)
    .filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));
}

type VersionDifferencesProps = {
  one: PostFormValues;
  other: PostFormValues;
  names: { one: string; other: string };
};

/** Two versions of a post side by side: the fields that differ, and in them what differs. */
export function VersionDifferences({ one, other, names }: VersionDifferencesProps) {
  const differences = differingFields(one, other).map((name) => ({
    label: postFields[name].label ?? name,
    one: textOf(one[name]),
    other: textOf(other[name]),
  }));
  return <DifferencesTable differences={differences} names={names} />;
}

/** A field as text, a paragraph a line. */
function textOf(value: PostFormValues[Name]): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map((item) => (typeof item === 'string' ? item : dealText(item))).join('\n');
  const text = typeof value === 'string' ? value : '';
  return text.startsWith('<') ? contentText(text) : text;
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
