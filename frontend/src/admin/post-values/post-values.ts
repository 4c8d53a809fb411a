import type { AdminPost, PostInput } from '../../api/types';
import { z } from '../zod';
import { needsAuthorName } from './authors';
import { postFields } from './post-fields';

export const REQUIRED_TEXT = 'Title, content, and category are required';

/** Of a draft. */
export const NOTHING_TEXT = 'Enter a title, or write something first.';

const NO_TOPICS_TEXT = 'Choose the topics whose subscribers are e-mailed';

type Fields = typeof postFields;

/** The post form as it is typed. */
export type PostFormValues = { [Name in keyof Fields]: z.infer<Fields[Name]['schema']> };

/** What a save says of each field of the API. */
type SentPost = {
  [Name in keyof Fields as Fields[Name] extends { sent: unknown } ? Name : never]: PostInput[Name & keyof PostInput];
};

const fieldsSchema = z.object(of('schema') as { [Name in keyof Fields]: Fields[Name]['schema'] });

/** What is more than a draft. */
export const postFormSchema = fieldsSchema.superRefine((post, context) => {
  const wrong = (name: keyof Fields, message: string) => context.addIssue({ code: 'custom', path: [name], message });
  if (post.title.trim() === '') wrong('title', 'Title is required');
  if (!hasContent(post)) wrong('content', 'Content is required');
  if (post.category_name === '') wrong('category_name', 'Category is required');
  if (needsAuthorName(post.author_name) && post.custom_author.trim() === '') {
    wrong('custom_author', 'Enter the name of the author');
  }
  if (post.notice?.audience === 'topics' && post.notice.topics.length === 0) wrong('notice', NO_TOPICS_TEXT);
});

/** A draft needs a title or a text. */
export const draftFormSchema = fieldsSchema.refine((post) => post.title.trim() !== '' || hasContent(post), {
  path: ['title'],
  message: NOTHING_TEXT,
});

const hasContent = ({ content, pending_files }: PostFormValues) => content !== '' || pending_files > 0;

export const EMPTY_POST = of('empty') as PostFormValues;

export function toFormValues(post: AdminPost): PostFormValues {
  return eachField(({ of: read }) => read(post)) as PostFormValues;
}

/**
 * The form as the API takes it. `before` is the post being edited, so that what was not touched goes back unchanged.
 */
export function toPostInput(values: PostFormValues, before: AdminPost | null): SentPost {
  const sent = Object.entries(postFields).flatMap(([name, field]) =>
    'sent' in field ? [[name, (field.sent as Send)(values[name as keyof Fields], before, values)]] : [],
  );
  return Object.fromEntries(sent) as SentPost;
}

type Send = (value: unknown, before: AdminPost | null, others: PostFormValues) => unknown;

function of(part: 'schema' | 'empty') {
  return eachField((field) => field[part]);
}

function eachField(read: (field: Fields[keyof Fields]) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(postFields).map(([name, field]) => [name, read(field)]));
}
