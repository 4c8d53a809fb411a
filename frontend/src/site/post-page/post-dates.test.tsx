import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { postView } from '../../testing/posts';
import { PostDates } from './post-dates';

it('names the day of an update that readers are told of, and on the first day the time', () => {
  const { rerender } = render(<PostDates post={postView({ updated_for_readers_at: '2026-11-22T07:00:00Z' })} />);
  expect(screen.getByText(/Updated/)).toHaveTextContent('20 November 2026 · Updated 22 November 2026 · 4 min read');
  rerender(<PostDates post={postView({ updated_for_readers_at: '2026-11-20T11:05:00Z' })} />);
  expect(screen.getByText(/Updated/)).toHaveTextContent('20 November 2026 · Updated at 14:05 · 4 min read');
});

it('keeps quiet about any other save', () => {
  render(<PostDates post={postView({ updated_at: '2026-11-22T07:00:00Z' })} />);
  expect(screen.queryByText(/Updated/)).toBeNull();
});
