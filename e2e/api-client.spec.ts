// A program written against openapi.json alone: its client is made by a public generator, and talks to the real server.
import { demoAdmin, expect, test } from './support/test.ts';

test('a client made from the description reads, writes and is refused as described', async ({ demo }, info) => {
  test.setTimeout(120_000);
  const { makeClient } = await import(new URL('../frontend/tools/openapi/make-client.mjs', import.meta.url).href);
  const { Api } = await import(await makeClient(info.outputPath()));
  let token = '';
  const api = new Api({
    baseUrl: `${demo.url}/api`,
    securityWorker: () => ({ headers: { authorization: `Bearer ${token}` } }),
  });

  // What strangers read.
  expect((await api.site.site()).data.brand).toBe('Mwanga');
  const [first] = (await api.posts.publicPosts({ per_page: 3, category: 'tech' })).data.data;
  expect((await api.post.postBySlug(first.slug)).data.title).toBe(first.title);
  expect((await api.search.searchAll({ q: 'solar' })).data.results.length).toBeGreaterThan(0);
  expect((await api.subscriptions.plans()).data.data.map(({ code }: { code: string }) => code)).toContain('8_months');

  // What they are refused.
  const refused = await api.admin.listPosts({}).catch((answer: unknown) => answer);
  expect([refused.status, refused.error.code]).toEqual([401, 'auth.required']);

  // What staff write.
  token = (await api.auth.adminLogin(demoAdmin)).data.token;
  const input = { title: 'From a program', content: '<p>Written by a client.</p>', category_name: 'tech' };
  const post = (await api.admin.createPost({ ...input, status: 'draft' })).data;
  expect((await api.admin.getPost(post.id)).data.title).toBe('From a program');
  const taken = { ...input, slug: first.slug };
  const conflict = await api.admin.createPost(taken).catch((answer: unknown) => answer);
  expect([conflict.status, conflict.error.code]).toEqual([409, 'post.slug_taken']);
  expect((await api.admin.deletePost(post.id)).data.message).toBeTruthy();
  const gone = await api.admin.getPost(post.id).catch((answer: unknown) => answer);
  expect([gone.status, gone.error.code]).toEqual([404, 'post.not_found']);
});
