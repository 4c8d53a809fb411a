import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DealBox } from './deal-box';

const deal = {
  url: 'https://shop.example.com/jua?ref=1',
  cta_text: 'See the deal',
  label: 'Sample Shop A',
  product_name: 'Jua 200 W panel',
  price: '189',
};

it('makes each deal a button that opens the literal address in a new tab', () => {
  render(<DealBox deals={[deal]} />);
  const link = screen.getByRole('link', { name: /^See the deal Jua 200 W panel \$189/ });
  expect(link).toHaveAttribute('href', 'https://shop.example.com/jua?ref=1');
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'sponsored nofollow noopener');
});

it('says in the row of a deal whose it is, and when its price was seen', () => {
  render(
    <DealBox
      deals={[
        { ...deal, price_seen_at: '2026-11-24T09:00:00Z' },
        { ...deal, price: '' },
      ]}
    />,
  );
  const [priced, unpriced] = screen.getAllByRole('listitem');
  expect(priced).toHaveTextContent(/^Sample Shop A\s*Price seen on 24 Nov 2026/);
  expect(unpriced).toHaveTextContent(/^Sample Shop A\s*See the deal/);
});

it('discloses the commission above the deals', () => {
  render(<DealBox deals={[deal]} />);
  expect(screen.getByText('We may earn a commission when you buy through these links.')).toBeInTheDocument();
});

it('is not there without deals', () => {
  const { container } = render(<DealBox deals={[]} />);
  expect(container).toBeEmptyDOMElement();
});

it('says that a deal is over, without button, price and commission', () => {
  render(<DealBox deals={[{ ...deal, ends_at: '2026-11-20T12:00:00Z', expired: true }]} />);
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByRole('listitem')).toHaveTextContent(/^Sample Shop A\s*Expired on 20 Nov 2026\s*Jua 200 W panel$/);
  expect(screen.queryByText(/commission/)).toBeNull();
});

it('says until when a deal holds', () => {
  render(<DealBox deals={[{ ...deal, ends_at: '2026-11-30T20:59:00Z' }]} />);
  expect(screen.getByRole('listitem')).toHaveTextContent('Ends on 30 Nov 2026, 23:59');
});
