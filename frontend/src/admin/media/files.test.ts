import { QueryClient } from '@tanstack/react-query';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { staffToken } from '../../testing/admin';
import { libraryItem } from '../../testing/media';
import { server } from '../../testing/server';
import { fileByUrlQuery, parseKindFilter } from './files';

beforeEach(() => localStorage.setItem('admin_token', staffToken()));

test('an address that says nothing we know shows all files', () => {
  expect(['image', 'unused', 'x', '', null].map(parseKindFilter)).toEqual(['image', 'unused', '', '', '']);
});

test('files that are wanted at once are found in one request, signed addresses too', async () => {
  const asked: (string | null)[] = [];
  server.use(
    http.get('/api/admin/media', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('urls'));
      const data = [
        libraryItem({ url: '/media/b.png?signed=2.y', file_name: 'lake.png' }),
        libraryItem({ url: '/media/a.png', file_name: 'lamp.png' }),
      ];
      return HttpResponse.json({ data, per_page: 50, next: null });
    }),
  );
  const client = new QueryClient();
  const urls = ['/media/a.png', '/media/b.png?signed=1.x', '/media/a.png', '/media/none.png'];
  const found = await Promise.all(urls.map((url) => client.ensureQueryData(fileByUrlQuery(url))));
  expect(found.map((file) => file?.file_name)).toEqual(['lamp.png', 'lake.png', 'lamp.png', undefined]);
  expect(asked).toEqual(['a.png,b.png,none.png']);
});
