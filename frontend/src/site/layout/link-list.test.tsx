import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LinkList } from './link-list';

it('shows words as they are, whatever stands in them', () => {
  const label = `Duka & "Sons" <i>'s`;
  render(<LinkList links={[{ label, href: '/a?b="&amp;' }]} className="columns-2" />);
  const link = screen.getByRole('link', { name: label });
  expect(link).toHaveAttribute('href', '/a?b="&amp;');
  expect(link.children).toHaveLength(0);
  expect(screen.getByRole('list')).toHaveClass('link-list', 'columns-2');
});
