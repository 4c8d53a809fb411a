import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import type { DealLink } from '../../api/types';
import { savedPriceOf } from '../checks/checks';
import { ComparedDeals } from '../editor/deal-comparison';
import { type DealValues, isComplete } from '../post-values/deal-values';
import type { PostFormValues } from '../post-values/post-values';
import { fromPickerValue } from '../time/publication-time';

type ComparedDealsProps = {
  /** The deals of the post as it is saved. */
  saved: readonly DealLink[];
  children: ReactNode;
};

/** Gives the text the deals of the form, as they would be once it is saved. */
export function ComparedDealsOfForm({ saved, children }: ComparedDealsProps) {
  const deals = useWatch<PostFormValues, 'deal_links'>({ name: 'deal_links' });
  return (
    <ComparedDeals value={deals.filter(isComplete).map((deal) => savedDeal(deal, saved))}>{children}</ComparedDeals>
  );
}

/** What the server would make of a deal of the form. */
export function savedDeal(deal: DealValues, saved: readonly DealLink[], now: number = Date.now()): DealLink {
  const { price_checked, ends_at, ...typed } = deal;
  const texts = Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, text.trim()]));
  const end = fromPickerValue(ends_at);
  const seen = price_checked ? undefined : savedPriceOf(deal, saved);
  return {
    ...(texts as typeof typed),
    price_seen_at: seen ? seen.price_seen_at : new Date(now).toISOString(),
    ends_at: end === null ? undefined : new Date(end).toISOString(),
    expired: end !== null && end <= now,
  };
}
