import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { postView } from '../../testing/posts';
import { PostDates } from './post-dates';

it('names the day of a later change', () => {
  render(<PostDates post={postView({ updated_at: '2026-11-22T07:00:00Z' })} />);
  expect(screen.getByText(/Updated/)).toHaveTextContent('20 November 2026 · Updated 22 November 2026 · 4 min read');
});

it('keeps quiet about a change on the same day, and one before the post was published', () => {
  const { rerender } = render(<PostDates post={postView()} />);
  expect(screen.queryByText(/Updated/)).toBeNull();
  rerender(<PostDates post={postView({ updated_at: '2026-11-01T07:00:00Z' })} />);
  expect(screen.queryByText(/Updated/)).toBeNull();
});
