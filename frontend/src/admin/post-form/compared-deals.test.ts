import { expect, test } from 'vitest';
import type { DealLink } from '../../api/types';
import { EMPTY_DEAL } from '../post-values/deal-values';
import { savedDeal } from './compared-deals';

const NOW = Date.parse('2026-11-20T09:00:00Z');
const deal = { ...EMPTY_DEAL, label: ' Duka ', url: 'https://duka.example/lamp', price: '40', best_for: ' Rain ' };
const saved: DealLink[] = [
  { url: deal.url, label: 'Duka', product_name: '', cta_text: '', price: '40', price_seen_at: '2026-11-01T09:00:00Z' },
];

test('a deal of the form is compared as a save would make it', () => {
  expect(savedDeal(deal, saved, NOW)).toMatchObject({
    label: 'Duka',
    best_for: 'Rain',
    price_seen_at: '2026-11-01T09:00:00Z',
    expired: false,
  });
  expect(savedDeal({ ...deal, price: '38' }, saved, NOW).price_seen_at).toBe('2026-11-20T09:00:00.000Z');
  expect(savedDeal({ ...deal, price_checked: true }, saved, NOW).price_seen_at).toBe('2026-11-20T09:00:00.000Z');
});

test('a deal whose end has come is over', () => {
  expect(savedDeal({ ...deal, ends_at: '2026-11-20T12:00' }, saved, NOW)).toMatchObject({
    ends_at: '2026-11-20T09:00:00.000Z',
    expired: true,
  });
  expect(savedDeal({ ...deal, ends_at: '2026-11-20T12:01' }, saved, NOW).expired).toBe(false);
});
