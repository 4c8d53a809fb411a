import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import type { LibraryItem } from '../../api/types';
import { initialHandlers, renderAdmin, staffToken } from '../../testing/admin';
import { libraryItem } from '../../testing/media';
import { server } from '../../testing/server';
import './library-page'; // loaded here, so that no test waits for the lazy route

const user = userEvent.setup();

beforeEach(() => {
  localStorage.setItem('admin_token', staffToken());
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

/** A library that takes uploads and knows their bytes, and files whose transfer is refused. */
function libraryOf(...files: LibraryItem[]) {
  const state = {
    recorded: [] as string[],
    refused: new Set<string>(),
    same: undefined as LibraryItem | undefined,
    /** Transfers end no earlier. */
    opened: Promise.resolve(),
  };
  server.use(...initialHandlers());
  server.use(
    http.get('/api/admin/media', ({ request }) => {
      const isAsked = new URL(request.url).searchParams.has('sha256');
      return HttpResponse.json({ data: isAsked ? [state.same].filter(Boolean) : files, per_page: 24, next: null });
    }),
    http.get('/api/admin/generate-presigned-url', ({ request }) => {
      const name = new URL(request.url).searchParams.get('filename');
      return HttpResponse.json({ url: `/api/uploads/${name}?s`, file_url: `/media/${name}` });
    }),
    http.put('/api/uploads/:name', async ({ params }) => {
      await state.opened;
      return HttpResponse.json(null, { status: state.refused.has(String(params.name)) ? 500 : 200 });
    }),
    http.post('/api/admin/media/record', async ({ request }) => {
      const { file_url, file_name } = (await request.json()) as { file_url: string; file_name: string };
      state.recorded.push(file_name);
      files.unshift(libraryItem({ id: files.length + 1, url: file_url, file_name }));
      return HttpResponse.json({ id: files.length, file_url, kind: 'image', width: 4, height: 3 });
    }),
  );
  return state;
}

const picture = (name: string) => new File([name], name, { type: 'image/png' });
const choose = (...names: string[]) => user.upload(screen.getByLabelText('Files to upload'), names.map(picture));

async function open() {
  const router = renderAdmin('/admin/media');
  await screen.findByRole('list', { name: 'Files' });
  return router;
}

test('chosen files are uploaded at once; one that failed waits for its own Retry', async () => {
  const state = libraryOf(libraryItem());
  state.refused.add('lake.png');
  await open();
  await choose('sun.png', 'lake.png', 'roof.png');
  const files = within(screen.getByRole('list', { name: 'Files' }));
  expect(await files.findByRole('button', { name: /^roof\.png/ })).toBeVisible();
  expect(files.getByRole('button', { name: /^sun\.png/ })).toBeVisible();
  expect(state.recorded).toEqual(['sun.png', 'roof.png']);
  await screen.findByText('Uploaded 2 files successfully');

  const uploads = within(screen.getByRole('list', { name: 'Uploads' }));
  expect(uploads.getByRole('listitem')).toHaveTextContent('It was not uploaded. lake.png');
  state.refused.clear();
  await user.click(uploads.getByRole('button', { name: 'Retry the upload of lake.png' }));
  expect(await files.findByRole('button', { name: /^lake\.png/ })).toBeVisible();
  expect(screen.queryByRole('list', { name: 'Uploads' })).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Upload' })).toHaveFocus());
});

test('a file that the library has is asked about in its own row, and its entry is shown on a press', async () => {
  const known = libraryItem({ id: 7, file_name: 'sunrise.png' });
  const state = libraryOf(known);
  state.same = known;
  const router = await open();
  await choose('sun.png', 'again.png');
  await waitFor(() => expect(screen.getAllByText('You have this one: use it?')).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Upload again again.png' }));
  await waitFor(() => expect(state.recorded).toEqual(['again.png']));
  await user.click(screen.getByRole('button', { name: 'Use it for sun.png' }));
  expect(router.state.location.search).toBe('?file=7');
  expect(state.recorded).toEqual(['again.png']);
});

test('an upload that waits is cancelled, and the others go on', async () => {
  const state = libraryOf(libraryItem());
  let end = () => {};
  state.opened = new Promise((resolve) => {
    end = resolve;
  });
  await open();
  await choose('sun.png', 'lake.png');
  expect(await screen.findByRole('progressbar', { name: 'Uploading sun.png' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel the upload of lake.png' }));
  end();
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Uploads' })).not.toBeInTheDocument());
  expect(state.recorded).toEqual(['sun.png']);
});

test('without a way to know its bytes, as over plain http, a file is uploaded and nothing is asked', async () => {
  vi.spyOn(window.crypto, 'subtle', 'get').mockReturnValue(undefined as never);
  const state = libraryOf(libraryItem());
  state.same = libraryItem();
  await open();
  await choose('sun.png');
  await waitFor(() => expect(state.recorded).toEqual(['sun.png']));
});
