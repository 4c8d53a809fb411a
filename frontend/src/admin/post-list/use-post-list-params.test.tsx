import { act, render } from '@testing-library/react';
import { flushSync } from 'react-dom';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { NO_FILTER } from '../calls/posts';
import { useListFilter } from '../list/use-list-filter';
import { usePostListParams } from './use-post-list-params';

/** A hook at `path`; `drawn` is what was drawn last. */
function at<Result>(path: string, hook: () => Result) {
  const drawn = { current: undefined as Result, address: '' };
  function Component() {
    drawn.current = hook();
    drawn.address = useLocation().search;
    return null;
  }
  const router = createMemoryRouter([{ path: '/', Component }], { initialEntries: [path] });
  render(<RouterProvider router={router} flushSync={(draw) => void flushSync(draw)} />);
  return drawn;
}

test('an order that is chosen right after Clear does not bring the filters back', () => {
  const drawn = at('/?q=a&rows=50', usePostListParams);
  // One `act`: transitions wait until it ends.
  act(() => {
    drawn.current.show({ ...NO_FILTER, page: 1 }, { replace: true });
    drawn.current.show({ sort: 'title', page: 1 });
  });
  expect(drawn.address).toBe('?sort=title&rows=50');
  act(() => drawn.current.show({ page: 3 }));
  expect(drawn.address).toBe('?sort=title&rows=50&page=3');
});

test('two quick choices of a filter are both kept', () => {
  const drawn = at('/?q=a', () => useListFilter(['q', 'kind']));
  act(() => {
    drawn.current.go({ q: '' });
    drawn.current.go({ kind: 'post' });
  });
  expect(drawn.address).toBe('?kind=post');
});

test('an address is drawn before the next letter can be typed', () => {
  const drawn = at('/', usePostListParams);
  act(() => {
    drawn.current.show({ q: 'batte', page: 1 }, { replace: true });
    expect(drawn.current.filter.q).toBe('batte');
  });
});
