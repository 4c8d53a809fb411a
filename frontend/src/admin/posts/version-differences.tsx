import type { AdminPost } from '../../api/types';
import { contentToHtml, parseContent } from '../editor/content-html';
import { type PostFormValues, toFormValues } from './post-values';
import { differingParagraphs, type Paragraph } from './text-differences';

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
  media_urls: 'Media',
  slug: 'Slug',
  excerpt: 'Excerpt',
  status: 'Status',
  access: 'Access',
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
  const fields = differingFields(one, other);
  if (fields.length === 0) return <p className="text-sm text-ink-2">The two are the same.</p>;
  return (
    <table className="block w-full text-left text-sm sm:table">
      <thead className="hidden sm:table-header-group">
        <tr className="border-b border-rule text-xs text-ink-2">
          <th scope="col" className="py-2 pr-4 font-medium">
            Differs
          </th>
          <th scope="col" className="w-[42%] py-2 pr-4 font-medium">
            {names.one}
          </th>
          <th scope="col" className="w-[42%] py-2 font-medium">
            {names.other}
          </th>
        </tr>
      </thead>
      <tbody className="block sm:table-row-group">
        {fields.map((name) => {
          const [left, right] = differingParagraphs(textOf(one[name]), textOf(other[name]));
          return (
            <tr key={name} className="grid gap-1 border-b border-rule py-3 align-top sm:table-row sm:py-0">
              <th scope="row" className="pr-4 font-semibold sm:py-2">
                {LABELS[name]}
              </th>
              <Cell heading={names.one} paragraphs={left} />
              <Cell heading={names.other} paragraphs={right} />
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Cell({ heading, paragraphs }: { heading: string; paragraphs: Paragraph[] }) {
  return (
    <td className="wrap-anywhere sm:py-2 sm:pr-4">
      <span className="mr-2 text-xs text-ink-2 sm:hidden">{heading}:</span>
      {paragraphs.length === 0 && <span className="text-ink-3">(nothing)</span>}
      {paragraphs.map((stretches, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered
        <p key={index} className="mb-2 last:mb-0">
          {stretches.map(({ text, changed }, at) =>
            changed ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: nor is this one
              <mark key={at} className="rounded-sm bg-warning-wash text-ink">
                {text}
              </mark>
            ) : (
              text
            ),
          )}
        </p>
      ))}
    </td>
  );
}

/** A field as text, a paragraph a line. */
function textOf(value: PostFormValues[Name]): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map((item) => (typeof item === 'string' ? item : dealText(item))).join('\n');
  return value.startsWith('<') ? contentText(value) : value;
}

function dealText({ label, product_name, price, cta_text, url }: PostFormValues['deal_links'][number]): string {
  return [label, product_name, price, cta_text, url].filter(Boolean).join(' · ');
}

/**
 * What a person reads of a post's HTML; media and embeds by their addresses, so that another picture is a difference.
 */
function contentText(html: string): string {
  const body = new DOMParser().parseFromString(html, 'text/html').body;
  for (const medium of body.querySelectorAll('img, video')) {
    medium.replaceWith(
      `[${medium.getAttribute('src')}${medium.getAttribute('alt') ? `: ${medium.getAttribute('alt')}` : ''}]`,
    );
  }
  for (const block of body.querySelectorAll('p, h2, h3, h4, li, figcaption, tr, pre, figure')) block.append('\n');
  for (const cell of body.querySelectorAll('td, th')) cell.append(' ');
  return body.textContent ?? '';
}
