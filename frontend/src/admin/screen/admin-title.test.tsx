import { readdirSync, readFileSync } from 'node:fs';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { siteDetails } from '../../api/queries/site';
import { siteAnswer } from '../../testing/site';
import { AdminTitle } from './admin-title';

it('names the screen and the brand', () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(siteDetails().queryKey, { ...siteAnswer, brand: 'Nuru Times' });
  render(
    <QueryClientProvider client={client}>
      <AdminTitle>Posts</AdminTitle>
    </QueryClientProvider>,
  );
  expect(document.title).toBe('Posts · Nuru Times admin');
});

it('is what every screen takes its title from', () => {
  const files = readdirSync('src/admin', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
  const own = files.filter((name) => /<title>|\bMwanga\b/.test(readFileSync(`src/admin/${name}`, 'utf8')));
  expect(own.filter((name) => !/admin-title|\.test\.tsx$/.test(name))).toEqual([]);
});
