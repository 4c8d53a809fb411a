import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { server } from '../../testing/server';
import { siteAnswer } from '../../testing/site';
import { AdminLogo } from './admin-logo';

test('a link around the logo has a name before the name of the site is known', async () => {
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(
    http.get('/api/site', async () => {
      await asked;
      return HttpResponse.json(siteAnswer);
    }),
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <a href="/">
        <AdminLogo />
      </a>
    </QueryClientProvider>,
  );
  expect(screen.getByRole('link', { name: 'Home' })).toBeVisible();
  answer();
  expect(await screen.findByRole('link', { name: siteAnswer.brand })).toBeVisible();
});
