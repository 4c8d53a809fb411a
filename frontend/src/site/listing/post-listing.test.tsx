import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { siteDetails } from '../../api/queries/site';
import type { Site } from '../../api/types';
import { siteAnswer } from '../../testing/site';
import { PostListing } from './post-listing';

const details: Site = { ...siteAnswer, tagline: 'Light.', base_url: 'http://news.example' };

const show = (page: number, total: number) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(siteDetails().queryKey, details);
  const answer = { data: [], total, page, per_page: 20, canonical_path: '/category/tech' };
  render(
    <QueryClientProvider client={client}>
      <PostListing
        name="Tech"
        description=""
        empty="No posts found in this category."
        answer={answer}
        labelled={() => false}
      />
    </QueryClientProvider>,
  );
};

it('says that a category is empty', () => {
  show(1, 0);
  expect(screen.getByText('No posts found in this category.')).toBeVisible();
});

it('leads on from a page that is no more, and asks not to be found', () => {
  show(9, 41);
  expect(screen.getByText('There is no page 9 any more.')).toBeVisible();
  expect(screen.getByRole('link', { name: /newest posts/ })).toHaveAttribute('href', '/category/tech');
  expect(screen.getByText('41 posts')).toBeVisible();
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(document.querySelector('link[rel=canonical]')).toBeNull();
  expect(document.querySelector('meta[name=robots]')).toHaveAttribute('content', 'noindex');
});
