import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { pageNumber } from './page-number';
import { Pagination, pageNumbers } from './pagination';

const path = (page: number) => (page > 1 ? `/category/tech?page=${page}` : '/category/tech');

describe('Pagination', () => {
  it('links to real addresses and says where the reader is', () => {
    render(<Pagination page={2} pages={3} path={path} label="Tech" />);
    expect(screen.getByRole('link', { name: /Newer/ })).toHaveAttribute('href', '/category/tech');
    expect(screen.getByRole('link', { name: /Older/ })).toHaveAttribute('rel', 'next');
    expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('2');
  });

  it('is not there for a single page', () => {
    const { container } = render(<Pagination page={1} pages={1} path={path} label="Tech" />);
    expect(container).toBeEmptyDOMElement();
  });
});

it.each([
  [1, 1, [1]],
  [2, 3, [1, 2, 3]],
  [1, 9, [1, 2, null, 9]],
  [5, 9, [1, null, 4, 5, 6, null, 9]],
  [4, 6, [1, 2, 3, 4, 5, 6]],
])('page %i of %i offers %j', (page, pages, numbers) => {
  expect(pageNumbers(page, pages)).toEqual(numbers);
});

it.each([
  ['', 1],
  ['page=3', 3],
  ['page=0', 1],
  ['page=-1', 1],
  ['page=2.5', 1],
  ['page=abc', 1],
  ['page=9999999', 9_999_999],
  ['page=99999999999999999999', 1_000_000_000],
])('?%s asks for page %i', (query, page) => {
  expect(pageNumber(new URLSearchParams(query))).toBe(page);
});
