import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { postCard } from '../../testing/posts';
import { SponsoredSection } from './sponsored-section';

it('shows 200 characters of each paid post', () => {
  render(<SponsoredSection posts={[postCard({ id: 1, excerpt: 'ten chars '.repeat(40) })]} />);
  const excerpt = screen.getByText(/^ten chars/);
  expect(excerpt).toHaveTextContent(`${'ten chars '.repeat(20).trim()}…`);
});
