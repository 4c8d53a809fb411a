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

it('discloses the commission above the deals', () => {
  render(<DealBox deals={[deal]} />);
  expect(screen.getByText('We may earn a commission when you buy through these links.')).toBeInTheDocument();
});

it('is not there without deals', () => {
  const { container } = render(<DealBox deals={[]} />);
  expect(container).toBeEmptyDOMElement();
});
