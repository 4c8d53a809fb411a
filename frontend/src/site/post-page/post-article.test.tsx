import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { removeBothTokens, storeToken } from '../../api/tokens';
import { postView } from '../../testing/posts';
import { server } from '../../testing/server';
import { siteAnswer, token } from '../../testing/site';
import { createQueryClient } from '../query-client';
import { PostArticle } from './post-article';
import { useFullPost } from './use-full-post';

const MINUTE_MS = 60_000;

function Page() {
  const { whole } = useFullPost(postView({ id: 7, gated: true, access: 'registered' }));
  return whole ? <PostArticle post={whole} /> : null;
}

const aWhile = () => new Promise((resolve) => setTimeout(resolve, 50));

afterEach(() => {
  vi.restoreAllMocks();
  removeBothTokens();
});

it('asks once for new addresses when a picture does not load an hour later', async () => {
  storeToken('reader', token);
  let calls = 0;
  server.use(
    http.get('/api/site', () => HttpResponse.json(siteAnswer)),
    http.get('/api/posts/7/full', () => {
      calls += 1;
      const content = `<p>Text</p><img src="/media/a.webp?signed=${calls}.aa" alt="A"><img src="/media/b.webp" alt="B">`;
      return HttpResponse.json(postView({ id: 7, content }));
    }),
  );
  const { findByAltText } = render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <Page />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const picture = await findByAltText('A');
  fireEvent.error(picture);
  await aWhile();
  expect(calls).toBe(1);

  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now + 61 * MINUTE_MS);
  fireEvent.error(await findByAltText('B'));
  await aWhile();
  expect(calls).toBe(1);
  fireEvent.error(picture);
  await waitFor(() => expect(picture).toHaveAttribute('src', '/media/a.webp?signed=2.aa'));
  fireEvent.error(picture);
  await aWhile();
  expect(calls).toBe(2);
});
