import { act, renderHook } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { useListFilter } from '../list/use-list-filter';
import { NO_FILTER } from './api';
import { usePostListParams } from './use-post-list-params';

const at = (path: string) => ({
  wrapper: ({ children }: { children: React.ReactNode }) => (
    <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
  ),
});

test('an order that is chosen before the list without filters is shown does not bring the filters back', () => {
  const { result } = renderHook(() => ({ ...usePostListParams(), address: useLocation().search }), at('/?q=a&rows=20'));
  const { show } = result.current;
  act(() => {
    show({ ...NO_FILTER, page: 1 }, { replace: true });
    show({ sort: 'title', page: 1 });
  });
  expect(result.current.address).toBe('?sort=title&rows=20');
  act(() => result.current.show({ page: 3 }));
  expect(result.current.address).toBe('?sort=title&rows=20&page=3');
});

test('two quick choices of a filter are both kept', () => {
  const { result } = renderHook(
    () => ({ ...useListFilter(['q', 'kind']), address: useLocation().search }),
    at('/?q=a'),
  );
  const { go } = result.current;
  act(() => {
    go({ q: '' });
    go({ kind: 'post' });
  });
  expect(result.current.address).toBe('?kind=post');
});
