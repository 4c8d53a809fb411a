import type { AdminPost, DealInput, DealLink, PostInput } from '../../api/types';
import { withoutMediaPrefix } from '../media/media-file';
import { fromPickerValue, toPickerValue } from '../time/publication-time';
import { z } from '../zod';
import { DEFAULT_AUTHOR, needsAuthorName } from './authors';
import { noticeSchema } from './notice-values';

export const REQUIRED_TEXT = 'Title, content, and category are required';

const NO_TOPICS_TEXT = 'Choose the topics whose subscribers are e-mailed';

const dealLink = z.object({
  label: z.string(),
  url: z.string(),
  product_name: z.string(),
  price: z.string(),
  /** What it is good for, in a few words. */
  best_for: z.string(),
  cta_text: z.string(),
  /** When the offer ends, in the publication's time zone, as the date-time field has it. */
  ends_at: z.string(),
  /** Whether somebody saw the price just now, though it is as before. */
  price_checked: z.boolean(),
});

/** Fields of the API that are left out of a save, which keeps what the post has: no screen asks for them. */
type NotSent = 'poster_url' | 'summary';

/** Fields of the API without one in the form: a save adds the `revision`. */
type NotInForm = NotSent | 'revision';

/** Fields of the form that the API of posts does not have. */
type FormOnly = 'pending_files' | 'cover_details' | 'notice';

/** Exhaustive: a new field of the API fails to compile until the form holds it or it is named above. */
type FormField = Exclude<keyof PostInput, NotInForm> | FormOnly;

/** Exhaustive like the form: what a save says of each field of the API. Undefined is not sent, and changes nothing. */
type SentPost = { [Field in Exclude<keyof PostInput, NotSent | 'revision'>]: PostInput[Field] };

const coverDetails = z.object({
  /** The file that is described. */
  url: z.string(),
  alt: z.string(),
  caption: z.string(),
  credit: z.string(),
  focal_point: z.object({ x: z.number(), y: z.number() }).nullable(),
});

/** The post form as it is typed. The server checks again; here is only what it would refuse for sure. */
export const postFormSchema = z
  .object({
    title: z.string().refine((title) => title.trim() !== '', 'Title is required'),
    content: z.string(),
    category_name: z.string().min(1, 'Category is required'),
    author_name: z.string(),
    custom_author: z.string(),
    tags: z.string(),
    /** In the publication's time zone, as the date-time field has it. */
    publish_date: z.string(),
    brand: z.string(),
    is_today_pick: z.boolean(),
    extra_text: z.string(),
    deal_links: z.array(dealLink),
    /** The cover; empty where the first file of the post stands for it. */
    media_url: z.string(),
    media_urls: z.array(z.string()),
    slug: z.string(),
    excerpt: z.string(),
    status: z.enum(['published', 'draft', 'in_review']),
    /** Empty: what the publication presets. */
    access: z.enum(['', 'everyone', 'registered', 'subscribers']),
    /** Whether this save tells readers of an update. */
    mark_updated: z.boolean(),
    /** Null: as it is already, or as the account chose the last time. A call of its own asks for it. */
    notice: noticeSchema.nullable(),
    /** How many picked files will be put into the text before the post is sent. */
    pending_files: z.number(),
    /** What was typed about the cover; null as long as nothing was. Saved with the file. */
    cover_details: coverDetails.nullable(),
  } satisfies Record<FormField, z.ZodType>)
  .superRefine((post, context) => {
    if (post.content === '' && post.pending_files === 0) {
      context.addIssue({ code: 'custom', path: ['content'], message: 'Content is required' });
    }
    if (needsAuthorName(post.author_name) && post.custom_author.trim() === '') {
      context.addIssue({ code: 'custom', path: ['custom_author'], message: 'Enter the name of the author' });
    }
    if (post.notice?.audience === 'topics' && post.notice.topics.length === 0) {
      context.addIssue({ code: 'custom', path: ['notice'], message: NO_TOPICS_TEXT });
    }
  });

export type PostFormValues = z.infer<typeof postFormSchema>;

/** A deal as the form has it: when its price was seen is the server's. */
export type DealValues = z.infer<typeof dealLink>;

export const EMPTY_DEAL: DealValues = {
  label: '',
  url: '',
  product_name: '',
  price: '',
  best_for: '',
  cta_text: '',
  ends_at: '',
  price_checked: false,
};

export const EMPTY_POST: PostFormValues = {
  title: '',
  content: '',
  category_name: '',
  author_name: DEFAULT_AUTHOR,
  custom_author: '',
  tags: '',
  publish_date: '',
  brand: '',
  is_today_pick: false,
  extra_text: '',
  deal_links: [],
  media_url: '',
  media_urls: [],
  slug: '',
  excerpt: '',
  status: 'published',
  access: 'everyone',
  mark_updated: false,
  notice: null,
  pending_files: 0,
  cover_details: null,
};

export function toFormValues(post: AdminPost): PostFormValues {
  return {
    title: post.title,
    content: post.content,
    category_name: post.category_slug,
    author_name: post.author_name || DEFAULT_AUTHOR,
    custom_author: post.custom_author ?? '',
    tags: post.tags ?? '',
    publish_date: toPickerValue(post.publish_date),
    brand: post.brand ?? '',
    is_today_pick: post.is_today_pick,
    extra_text: post.extra_text ?? '',
    deal_links: post.deal_links.map(dealValues),
    media_url: post.media_url ?? '',
    media_urls: post.media_urls,
    slug: post.slug,
    excerpt: post.excerpt ?? '',
    // A post in the trash is never opened.
    status: post.status === 'trash' ? 'draft' : post.status,
    access: post.access,
    mark_updated: false,
    notice: null,
    pending_files: 0,
    cover_details: null,
  };
}

function dealValues({ label, url, product_name, price, best_for = '', cta_text, ends_at }: DealLink): DealValues {
  const end = toPickerValue(ends_at ?? null);
  return { label, url, product_name, price, best_for, cta_text, ends_at: end, price_checked: false };
}

/** A deal as the API takes it. The picker knows minutes only; an untouched end keeps its seconds. */
function dealInput({ ends_at, ...deal }: DealValues, before: readonly DealLink[]): DealInput {
  const same = before.find(({ url }) => url === deal.url.trim())?.ends_at;
  const picked = fromPickerValue(ends_at);
  const end = same && toPickerValue(same) === ends_at ? same : picked !== null && new Date(picked).toISOString();
  // Left out where no deal of the post ever had one: then there is none to take away.
  const sent = end || (before.some((old) => old.ends_at) ? '' : undefined);
  return { ...deal, ...(sent !== undefined && { ends_at: sent }) };
}

/**
 * The form as the API takes it. `before` is the post being edited, so that what was not touched goes back unchanged.
 */
export function toPostInput(values: PostFormValues, before: AdminPost | null): SentPost {
  return {
    title: values.title.trim(),
    content: values.content,
    category_name: values.category_name,
    author_name: values.author_name,
    custom_author: needsAuthorName(values.author_name) ? values.custom_author.trim() : '',
    tags: values.tags.trim(),
    publish_date: publishDateOf(values, before),
    brand: values.brand.trim(),
    is_today_pick: values.is_today_pick,
    extra_text: values.extra_text,
    // Unfinished ones too: the server drops them, and names a wrong one by its place in the form.
    deal_links: values.deal_links.map((deal) => dealInput(deal, before?.deal_links ?? [])),
    media_url: withoutMediaPrefix(values.media_url),
    media_urls: values.media_urls.map(withoutMediaPrefix),
    status: values.status,
    access: values.access || undefined,
    mark_updated: values.mark_updated || undefined,
    slug: ifChanged(values.slug.trim(), before?.slug),
    excerpt: ifChanged(values.excerpt.trim(), before?.excerpt),
  };
}

/** A deal without a store name or an address is dropped on save. */
export function isComplete(deal: DealValues): boolean {
  return deal.label.trim() !== '' && deal.url.trim() !== '';
}

/** Omits a field that the server fills in itself, unless an editor changed it. */
function ifChanged(value: string, before: string | undefined): string | undefined {
  return value === (before ?? '') ? undefined : value;
}

/** The picker knows minutes only; an untouched date keeps its seconds. */
function publishDateOf(values: PostFormValues, before: AdminPost | null): string {
  const untouched = before?.publish_date && toPickerValue(before.publish_date) === values.publish_date;
  if (untouched && before?.publish_date) return before.publish_date;
  const at = fromPickerValue(values.publish_date);
  return at === null ? '' : new Date(at).toISOString();
}
