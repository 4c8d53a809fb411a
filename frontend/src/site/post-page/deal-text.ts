import type { DealLink } from '../../api/types';
import { priceText } from '../format/price';

/** The three parts of a deal button's text: what to do, what it is, what it costs. */
export function dealText(deal: DealLink): { action: string; product: string; price: string } {
  return {
    action: deal.cta_text.trim() || deal.label.trim() || 'Learn More',
    product: deal.product_name.trim(),
    price: priceText(deal.price),
  };
}
