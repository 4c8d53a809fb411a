import { describe, expect, it } from 'vitest';
import { dealText } from './deal-text';

const deal = { url: 'https://shop.example.com/', cta_text: '', label: '', product_name: 'Lamu 13', price: '649' };

describe('dealText', () => {
  it('takes the call to action, else the shop, else Learn More', () => {
    expect(dealText({ ...deal, cta_text: 'See the deal', label: 'Sample Shop A' }).action).toBe('See the deal');
    expect(dealText({ ...deal, label: 'Sample Shop A' }).action).toBe('Sample Shop A');
    expect(dealText(deal).action).toBe('Learn More');
  });

  it('follows with product and price', () => {
    expect(dealText(deal)).toMatchObject({ product: 'Lamu 13', price: '$649' });
  });
});
