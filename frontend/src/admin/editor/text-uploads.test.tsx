import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { createRef } from 'react';
import { expect, test } from 'vitest';
import type { LibraryItem } from '../../api/types';
import { staffToken } from '../../testing/admin';
import { libraryItem } from '../../testing/media';
import { server } from '../../testing/server';
import type { UploadedMedia } from '../media/upload';
import { PostEditor, type PostEditorHandle } from './post-editor';

const user = userEvent.setup();

type Sent = { name: string; end: (isUploaded: boolean) => void; signal: AbortSignal };

/** The editor over a library that has `same`, with uploads that end when the test says so. */
function open(html: string, same?: LibraryItem) {
  localStorage.setItem('admin_token', staffToken());
  server.use(
    http.get('/api/admin/media', ({ request }) => {
      const isAsked = new URL(request.url).searchParams.has('sha256');
      return HttpResponse.json({ data: isAsked && same ? [same] : [], per_page: 24, next: null });
    }),
  );
  const editor = createRef<PostEditorHandle>();
  const state = { html, editor, sent: [] as Sent[], taken: [] as UploadedMedia[] };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PostEditor
        ref={editor}
        initialHtml={html}
        allowedExtensions={['png']}
        onChange={(next) => {
          state.html = next;
        }}
        onUpload={({ name }, { signal }) =>
          new Promise((resolve) => {
            const media = { id: 1, name, fileUrl: `/media/${name}`, kind: 'image', width: 4, height: 3 } as const;
            state.sent.push({ name, signal, end: (isUploaded) => resolve(isUploaded ? media : null) });
          })
        }
        onTaken={(files) => state.taken.push(...files)}
      />
    </QueryClientProvider>,
  );
  return state;
}

const picture = (name: string) => new File([name], name, { type: 'image/png' });

function paste(...names: string[]) {
  const surface = screen.getByRole('textbox', { name: 'Content' });
  surface.focus();
  fireEvent.paste(surface, { clipboardData: { files: names.map(picture), types: ['Files'], getData: () => '' } });
}

const sources = (html: string) => [...html.matchAll(/src="\/media\/([^"]+)"/g)].map(([, name]) => name);

/** Ends the upload of `name` once it has begun. */
async function end(state: ReturnType<typeof open>, name: string, isUploaded = true) {
  await waitFor(() => expect(state.sent.at(-1)?.name).toBe(name));
  state.sent.at(-1)?.end(isUploaded);
}

test('several files that are put into an empty text all stand in it, in their order', async () => {
  const state = open('');
  paste('a.png', 'b.png', 'c.png');
  expect(screen.getAllByRole('button', { name: /^Cancel the upload of/ })).toHaveLength(3);
  for (const name of ['a.png', 'b.png', 'c.png']) await end(state, name);
  await waitFor(() => expect(sources(state.html)).toEqual(['a.png', 'b.png', 'c.png']));
  expect(screen.queryByRole('button', { name: /upload of/ })).not.toBeInTheDocument();
});

test('several files stand after the paragraph that they were put into, in their order', async () => {
  const state = open('<p>One.</p><p>Two.</p>');
  paste('a.png', 'b.png');
  for (const name of ['a.png', 'b.png']) await end(state, name);
  await waitFor(() => expect(sources(state.html)).toEqual(['a.png', 'b.png']));
  expect(state.html).toMatch(/^<p>One\.<\/p><figure>.*<\/figure><p>Two\.<\/p>$/);
});

test('a cancelled file leaves nothing in the text, and one that failed is tried again', async () => {
  const state = open('<p>One.</p>');
  paste('a.png', 'b.png');
  await waitFor(() => expect(state.sent).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Cancel the upload of a.png' }));
  expect(state.sent[0]?.signal.aborted).toBe(true);
  await end(state, 'a.png');
  await waitFor(() => expect(state.sent).toHaveLength(2));
  await end(state, 'b.png', false);
  await user.click(await screen.findByRole('button', { name: 'Retry the upload of b.png' }));
  await waitFor(() => expect(state.sent).toHaveLength(3));
  expect(screen.getByRole('button', { name: 'Cancel the upload of b.png' })).toHaveFocus();
  await end(state, 'b.png');
  await waitFor(() => expect(sources(state.html)).toEqual(['b.png']));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Content' })).toHaveFocus());
});

test('a file that the library has is put in from there on a press', async () => {
  const state = open(
    '<p>One.</p>',
    libraryItem({ id: 7, url: '/media/lamp.png', file_name: 'lamp.png', alt: 'A lamp' }),
  );
  paste('a.png');
  await user.click(await screen.findByRole('button', { name: 'Use it for a.png' }));
  expect(sources(state.html)).toEqual(['lamp.png']);
  expect(state.html).toContain('alt="A lamp"');
  expect(state.taken.map(({ id }) => id)).toEqual([7]);
  expect(state.sent).toEqual([]);
});

test('a save waits for files on their way, and takes those of the library that were asked about', async () => {
  const state = open('<p>One.</p>', libraryItem({ id: 7, url: '/media/lamp.png', file_name: 'lamp.png' }));
  paste('a.png', 'b.png');
  for (const name of ['a.png', 'b.png']) await screen.findByRole('button', { name: `Use it for ${name}` });
  await user.click(screen.getByRole('button', { name: 'Upload again b.png' }));
  const finished = state.editor.current?.finishUploads();
  await end(state, 'b.png');
  await finished;
  expect(sources(state.html).sort()).toEqual(['b.png', 'lamp.png']);
});
