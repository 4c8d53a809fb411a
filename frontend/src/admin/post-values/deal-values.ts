import type { DealInput, DealLink } from '../../api/types';
import { fromPickerValue, toPickerValue } from '../time/publication-time';
import { z } from '../zod';

export const dealSchema = z.object({
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

/** A deal as the form has it: when its price was seen is the server's. */
export type DealValues = z.infer<typeof dealSchema>;

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

export function dealValues({
  label,
  url,
  product_name,
  price,
  best_for = '',
  cta_text,
  ends_at,
}: DealLink): DealValues {
  const end = toPickerValue(ends_at ?? null);
  return { label, url, product_name, price, best_for, cta_text, ends_at: end, price_checked: false };
}

/** A deal as the API takes it. The picker knows minutes only; an untouched end keeps its seconds. */
export function dealInput({ ends_at, ...deal }: DealValues, before: readonly DealLink[]): DealInput {
  const same = before.find(({ url }) => url === deal.url.trim())?.ends_at;
  const picked = fromPickerValue(ends_at);
  const end = same && toPickerValue(same) === ends_at ? same : picked !== null && new Date(picked).toISOString();
  // Left out where no deal of the post ever had one: then there is none to take away.
  const sent = end || (before.some((old) => old.ends_at) ? '' : undefined);
  return { ...deal, ...(sent !== undefined && { ends_at: sent }) };
}

/** A deal without a store name or an address is dropped on save. */
export function isComplete(deal: DealValues): boolean {
  return deal.label.trim() !== '' && deal.url.trim() !== '';
}
