import type { AdminPage } from '../../api/types';
import { contentToHtml, parseContent } from '../editor/content-html';
import { pageSchema } from '../editor/content-schema';
import { contentText } from '../versions/content-text';
import { DifferencesTable } from '../versions/differences-table';
import { type PageFormValues, toPageValues } from './page-values';

const LABELS: Record<keyof PageFormValues, string> = {
  title: 'Title',
  content: 'Content',
  slug: 'Address',
  short_title: 'Short title',
  lead: 'Introduction',
  note: 'Note',
  description: 'Description',
  layout: 'Layout',
  share_picture: 'Share picture',
  status: 'Status',
};

/** A saved page as a form would hold it, written so that equal versions compare as equal. */
export function comparablePage(page: AdminPage): PageFormValues {
  return comparableValues(toPageValues(page));
}

/** Text as the editor writes it: the server's may say the same in other marks. */
export function comparableValues(values: PageFormValues): PageFormValues {
  return { ...values, content: contentToHtml(parseContent(values.content, pageSchema)) };
}

export function differingFields(one: PageFormValues, other: PageFormValues) {
  return (Object.keys(LABELS) as (keyof PageFormValues)[]).filter((name) => one[name] !== other[name]);
}

type PageDifferencesProps = { one: PageFormValues; other: PageFormValues; names: { one: string; other: string } };

/** Two versions of a page side by side. */
export function PageDifferences({ one, other, names }: PageDifferencesProps) {
  const textOf = (values: PageFormValues, name: keyof PageFormValues) =>
    name === 'content' ? contentText(values.content) : values[name];
  const differences = differingFields(one, other).map((name) => ({
    label: LABELS[name],
    one: textOf(one, name),
    other: textOf(other, name),
  }));
  return <DifferencesTable differences={differences} names={names} />;
}
