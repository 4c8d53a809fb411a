import type { AdminPost, PostInput } from '../../api/types';
import { withoutMediaPrefix } from '../media/media-file';
import { fromPickerValue, toPickerValue } from '../time/publication-time';
import { z } from '../zod';
import { DEFAULT_AUTHOR, needsAuthorName } from './authors';
import { dealInput, dealSchema, dealValues } from './deal-values';
import { noticeSchema } from './notice-values';

/** A field of the form of a post, of which each screen learns here alone. */
type PostField<Schema extends z.ZodType, Sent> = {
  /** The server checks again; here is only what it would refuse for sure. */
  schema: Schema;
  /** What a new post begins with. */
  empty: z.infer<Schema>;
  of: (post: AdminPost) => z.infer<Schema>;
  /** How the API takes it; undefined is not sent, and changes nothing. */
  sent: (value: z.infer<Schema>, before: AdminPost | null, others: { author_name: string }) => Sent;
  /** Its name where versions are compared; null where it is none of theirs. */
  label: string | null;
};

/** Fields of the API that no save sends: no screen asks for them, or (`revision`) the save adds it. */
type NotSent = 'poster_url' | 'summary' | 'revision';

/** Fields of the form that the API of posts does not have. */
type FormOnly = 'pending_files' | 'cover_details' | 'notice';

/** Exhaustive: a new field of the API does not compile before it is in the table, or named above. */
type EveryField = { [Field in Exclude<keyof PostInput, NotSent>]: { sent: (...told: never[]) => PostInput[Field] } } & {
  [Field in FormOnly]: { label: null };
};

const coverDetails = z.object({
  /** The file that is described. */
  url: z.string(),
  alt: z.string(),
  caption: z.string(),
  credit: z.string(),
  focal_point: z.object({ x: z.number(), y: z.number() }).nullable(),
});

export const postFields = {
  title: field({
    schema: z.string(),
    empty: '',
    of: (post) => post.title,
    sent: trimmed,
    label: 'Title',
  }),
  content: field({ schema: z.string(), empty: '', of: (post) => post.content, sent: asItIs, label: 'Content' }),
  category_name: field({
    /** Empty: none, as a draft may be. */
    schema: z.string(),
    empty: '',
    of: (post) => post.category_slug,
    sent: asItIs,
    label: 'Category',
  }),
  author_name: field({
    schema: z.string(),
    empty: DEFAULT_AUTHOR,
    of: (post) => post.author_name || DEFAULT_AUTHOR,
    sent: asItIs,
    label: 'Author',
  }),
  custom_author: field({
    schema: z.string(),
    empty: '',
    of: (post) => post.custom_author ?? '',
    sent: (name, _, { author_name }) => (needsAuthorName(author_name) ? name.trim() : ''),
    label: 'Author name',
  }),
  tags: field({ schema: z.string(), empty: '', of: (post) => post.tags ?? '', sent: trimmed, label: 'Tags' }),
  /** In the publication's time zone, as the date-time field has it. */
  publish_date: field({
    schema: z.string(),
    empty: '',
    of: (post) => toPickerValue(post.publish_date),
    sent: publishDate,
    label: 'Publish Date',
  }),
  brand: field({ schema: z.string(), empty: '', of: (post) => post.brand ?? '', sent: trimmed, label: 'Brand' }),
  is_today_pick: field({
    schema: z.boolean(),
    empty: false,
    of: (post) => post.is_today_pick,
    sent: asItIs,
    label: "Today's Pick",
  }),
  extra_text: field({
    schema: z.string(),
    empty: '',
    of: (post) => post.extra_text ?? '',
    sent: asItIs,
    label: 'Extra Text',
  }),
  deal_links: field({
    schema: z.array(dealSchema),
    empty: [],
    of: (post) => post.deal_links.map(dealValues),
    // Unfinished ones too: the server drops them, and names a wrong one by its place in the form.
    sent: (deals, before) => deals.map((deal) => dealInput(deal, before?.deal_links ?? [])),
    label: 'Deal Links',
  }),
  /** The cover; empty where the first file of the post stands for it. */
  media_url: field({
    schema: z.string(),
    empty: '',
    of: (post) => post.media_url ?? '',
    sent: withoutMediaPrefix,
    label: 'Cover',
  }),
  media_urls: field({
    schema: z.array(z.string()),
    empty: [],
    of: (post) => post.media_urls,
    sent: (urls) => urls.map(withoutMediaPrefix),
    label: 'Media',
  }),
  slug: field({
    schema: z.string(),
    empty: '',
    of: (post) => post.slug,
    sent: (slug, before) => ifChanged(slug.trim(), before?.slug),
    label: 'Slug',
  }),
  excerpt: field({
    schema: z.string(),
    empty: '',
    of: (post) => post.excerpt ?? '',
    sent: (excerpt, before) => ifChanged(excerpt.trim(), before?.excerpt),
    label: 'Excerpt',
  }),
  language: field({
    /** Empty: the publication's. */
    schema: z.string(),
    empty: '',
    of: (post) => post.language ?? '',
    sent: asItIs,
    label: 'Language',
  }),
  status: field({
    schema: z.enum(['published', 'draft', 'in_review']),
    empty: 'published',
    // A post in the trash is never opened.
    of: ({ status }) => (status === 'trash' ? 'draft' : status),
    sent: asItIs,
    label: 'Status',
  }),
  access: field({
    /** Empty: what the publication presets. */
    schema: z.enum(['', 'everyone', 'registered', 'subscribers']),
    empty: 'everyone',
    of: (post) => post.access,
    sent: (access) => access || undefined,
    label: 'Access',
  }),
  /** Whether this save tells readers of an update. */
  mark_updated: field({
    schema: z.boolean(),
    empty: false,
    of: () => false,
    sent: (told) => told || undefined,
    label: null,
  }),
  /** Null: as it is already, or as the account chose the last time. A call of its own asks for it. */
  notice: formOnly(noticeSchema.nullable(), null),
  /** How many picked files will be put into the text before the post is sent. */
  pending_files: formOnly(z.number(), 0),
  /** What was typed about the cover; null as long as nothing was. Saved with the file. */
  cover_details: formOnly(coverDetails.nullable(), null),
} satisfies EveryField;

function field<Schema extends z.ZodType, Sent>(declared: PostField<Schema, Sent>) {
  return declared;
}

function formOnly<Schema extends z.ZodType>(schema: Schema, empty: z.infer<Schema>) {
  return { schema, empty, of: () => empty, label: null };
}

function asItIs<Value>(value: Value): Value {
  return value;
}

function trimmed(text: string): string {
  return text.trim();
}

/** Omits a field that the server fills in itself, unless an editor changed it. */
function ifChanged(value: string, before: string | undefined): string | undefined {
  return value === (before ?? '') ? undefined : value;
}

/** The picker knows minutes only; an untouched date keeps its seconds. */
function publishDate(picked: string, before: AdminPost | null): string {
  if (before?.publish_date && toPickerValue(before.publish_date) === picked) return before.publish_date;
  const at = fromPickerValue(picked);
  return at === null ? '' : new Date(at).toISOString();
}
