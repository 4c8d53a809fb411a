import type { AdminPage, PageInput } from '../../api/types';
import { withoutMediaPrefix } from '../media/media-file';
import { z } from '../zod';

/** Exhaustive: a new field of the API fails to compile until the form holds it. A save adds the `revision`. */
type FormField = Exclude<keyof PageInput, 'revision'>;

/** The page form as it is typed. The server checks again. */
export const pageFormSchema = z.object({
  title: z.string().refine((title) => title.trim() !== '', 'Title is required'),
  content: z.string().min(1, 'Content is required'),
  slug: z.string(),
  short_title: z.string(),
  lead: z.string(),
  note: z.string(),
  description: z.string(),
  layout: z.enum(['text', 'contents', 'groups', 'offer']),
  share_picture: z.string(),
  status: z.enum(['draft', 'published']),
} satisfies Record<FormField, z.ZodType>);

export type PageFormValues = z.infer<typeof pageFormSchema>;

export const EMPTY_PAGE: PageFormValues = {
  title: '',
  content: '',
  slug: '',
  short_title: '',
  lead: '',
  note: '',
  description: '',
  layout: 'text',
  share_picture: '',
  status: 'draft',
};

export function toPageValues(page: AdminPage): PageFormValues {
  const { title, content, slug, short_title, lead, note, description, layout, share_picture, status } = page;
  return { title, content, slug, short_title, lead, note, description, layout, share_picture, status };
}

/** The form as the API takes it. */
export function toPageInput(values: PageFormValues): PageInput {
  return { ...values, slug: values.slug.trim(), share_picture: withoutMediaPrefix(values.share_picture) };
}
