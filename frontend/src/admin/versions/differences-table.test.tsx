import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { staffToken } from '../../testing/admin';
import { libraryItem } from '../../testing/media';
import { server } from '../../testing/server';
import { DifferencesTable } from './differences-table';

beforeEach(() => localStorage.setItem('admin_token', staffToken()));

test('files are named as they were uploaded, those of the same name apart', async () => {
  const data = ['a', 'b'].map((key) => libraryItem({ url: `/media/${key}.png`, file_name: 'sun.png' }));
  server.use(http.get('/api/admin/media', () => HttpResponse.json({ data, per_page: 50, next: null })));
  const differences = [{ label: 'Content', one: 'Text [/media/a.png: The sun]', other: 'Text [/media/b.png]' }];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DifferencesTable differences={differences} names={{ one: 'Mine', other: 'Theirs' }} />
    </QueryClientProvider>,
  );
  const [mine, theirs] = screen.getAllByRole('cell');
  await waitFor(() => expect(mine).toHaveTextContent('Text [sun.png: The sun]'));
  expect(theirs).toHaveTextContent('Text [sun.png (2)]');
});
