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
  const { whole, onFileError } = useFullPost(postView({ id: 7, gated: true, access: 'registered' }));
  return whole ? <PostArticle post={whole} onFileError={onFileError} /> : null;
}

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
  const now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 49 * MINUTE_MS);
  fireEvent.error(picture);
  expect(calls).toBe(1);

  clock.mockReturnValue(now + 61 * MINUTE_MS);
  fireEvent.error(await findByAltText('B'));
  expect(calls).toBe(1);
  fireEvent.error(picture);
  await waitFor(() => expect(picture).toHaveAttribute('src', '/media/a.webp?signed=2.aa'));
  fireEvent.error(picture);
  expect(picture).toBeInTheDocument();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(calls).toBe(2);
});
