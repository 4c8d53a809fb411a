import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { staffToken } from '../../testing/admin';
import { server } from '../../testing/server';
import { uploadErrorText, uploadMedia } from './upload';
import { DEFAULT_LIMITS } from './upload-rules';

const file = new File(['bytes'], 'sun.png', { type: 'image/png' });
const PRESIGN = '/api/admin/generate-presigned-url';
const PUT = '/api/uploads/abc.png';
const RECORD = '/api/admin/media/record';

const permission = () =>
  HttpResponse.json({ url: 'https://public.example/api/uploads/abc.png?signature=s', file_url: '/media/abc.png' });

beforeEach(() => localStorage.setItem('admin_token', staffToken()));

test('a file is permitted, sent to our own origin with its type, and recorded without a post', async () => {
  const seen: unknown[] = [];
  server.use(
    http.get(PRESIGN, ({ request }) => {
      const query = new URL(request.url).searchParams;
      seen.push([query.get('filename'), query.get('contentType')]);
      return permission();
    }),
    http.put(PUT, ({ request }) => {
      seen.push([
        new URL(request.url).search,
        request.headers.get('content-type'),
        request.headers.has('authorization'),
      ]);
      return new HttpResponse(null, { status: 200 });
    }),
    http.post(RECORD, async ({ request }) => {
      seen.push(await request.json());
      return HttpResponse.json({
        id: 1,
        file_url: '/media/abc.png',
        post_id: 0,
        kind: 'image',
        width: 640,
        height: 400,
      });
    }),
  );
  expect(await uploadMedia(file, DEFAULT_LIMITS, () => {})).toEqual({
    id: 1,
    name: 'sun.png',
    fileUrl: '/media/abc.png',
    kind: 'image',
    width: 640,
    height: 400,
  });
  expect(seen).toEqual([
    ['sun.png', 'image/png'],
    ['?signature=s', 'image/png', false],
    { file_url: '/media/abc.png', post_id: 0, file_name: 'sun.png' },
  ]);
});

test('a record whose answer was lost is asked for again under its key, and the file is not sent again', async () => {
  const again = new File(['bytes'], 'sun.png', { type: 'image/png' });
  let transfers = 0;
  const keys: (string | null)[] = [];
  server.use(
    http.get(PRESIGN, permission),
    http.put(PUT, () => {
      transfers += 1;
      return new HttpResponse(null, { status: 200 });
    }),
    http.post(RECORD, ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      return keys.length === 1
        ? HttpResponse.error()
        : HttpResponse.json({ id: 1, file_url: '/media/abc.png', kind: 'image' });
    }),
  );
  await expect(uploadMedia(again, DEFAULT_LIMITS, () => {})).rejects.toMatchObject({ code: 'client.network' });
  await uploadMedia(again, DEFAULT_LIMITS, () => {});
  expect([transfers, keys[0] === keys[1], keys[0]?.length]).toEqual([1, true, 32]);
  await uploadMedia(again, DEFAULT_LIMITS, () => {});
  expect(transfers).toBe(2);
});

describe('a failed upload', () => {
  const limits = { ...DEFAULT_LIMITS, maxFileSizeMb: 7, timeoutSeconds: 30 };
  const problem = (status: number, error: string) =>
    HttpResponse.json({ error, message: error, code: 'media.refused' }, { status });

  async function textOfFailure(): Promise<string> {
    const cause = await uploadMedia(file, limits, () => {}).then(
      () => null,
      (reason: unknown) => reason,
    );
    return uploadErrorText(cause, file, limits);
  }

  test('says the server’s own words when the permission is refused', async () => {
    server.use(http.get(PRESIGN, () => problem(422, 'This kind of file cannot be uploaded.')));
    expect(await textOfFailure()).toBe('This kind of file cannot be uploaded.');
  });

  test('names the server’s limit at a 413', async () => {
    server.use(
      http.get(PRESIGN, permission),
      http.put(PUT, () => new HttpResponse(null, { status: 413 })),
    );
    expect(await textOfFailure()).toBe('File too large (server limit: 7MB)');
  });

  test('names the seconds of a timeout', async () => {
    server.use(
      http.get(PRESIGN, permission),
      http.put(PUT, () => problem(408, 'Upload timeout')),
    );
    expect(await textOfFailure()).toBe('Upload timed out after 30 seconds');
  });

  test('says that the connection broke', async () => {
    server.use(
      http.get(PRESIGN, permission),
      http.put(PUT, () => HttpResponse.error()),
    );
    expect(await textOfFailure()).toBe('Network error - check your connection');
  });

  test('names the file when the answer has no words', async () => {
    server.use(
      http.get(PRESIGN, permission),
      http.put(PUT, () => new HttpResponse('<Error/>', { status: 403 })),
    );
    expect(await textOfFailure()).toBe('Failed to upload sun.png');
  });

  test('says that the server named no address for the file', async () => {
    server.use(http.get(PRESIGN, () => HttpResponse.json({ url: '/api/uploads/abc.png', file_url: '' })));
    expect(await textOfFailure()).toBe('Missing file_url');
  });

  test('of a file over the limit is not even sent, and names both sizes', async () => {
    const large = new File([new Uint8Array(7 * 1024 * 1024 + 1)], 'big.png');
    const cause = await uploadMedia(large, limits, () => {}).catch((reason: unknown) => reason);
    expect(uploadErrorText(cause, large, limits)).toBe('big.png (7MB) exceeds 7MB limit');
  });
});
