import { expectAccessible } from './support/axe.ts';
import { publicPosts } from './support/posts.ts';
import { signIn } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { toast } from './support/toasts.ts';

test('a post is deleted, restored as a draft, published at its address, and deleted for good', async ({
  page,
  request,
}) => {
  const [post] = await publicPosts(request);
  if (!post) throw new Error('the demo has no posts');
  const address = `/post/slug/${post.slug}`;
  const status = async () => (await request.get(address, { maxRedirects: 0 })).status();
  const remove = async () => {
    await page.getByRole('button', { name: `Delete ${post.title}` }).click();
    const question = page.getByRole('dialog', { name: 'Are you sure you want to delete this post?' });
    await expect(question).toContainText('30 days');
    await question.getByRole('button', { name: 'Delete' }).click();
    await toast(page, 'Post deleted successfully');
  };
  await signIn(page);
  await page.getByLabel('Search posts').fill(post.title);
  expect(await status()).toBe(200);
  await remove();
  expect(await status()).toBe(410);
  expect((await publicPosts(request)).map(({ id }) => id)).not.toContain(post.id);

  // Undone at once.
  await page.getByRole('button', { name: 'Undo delete' }).click();
  await toast(page, 'Post restored as a draft.');
  expect(await status()).toBe(404);
  await expect(page.getByRole('button', { name: `Delete ${post.title}` })).toBeVisible();
  await remove();

  await page.getByRole('link', { name: 'Trash', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeVisible();
  const row = page.getByRole('listitem').filter({ hasText: post.title });
  await expect(row).toContainText('Deleted by');
  await expect(row).toContainText('ends on');
  await expectAccessible(page);
  await page.getByRole('button', { name: `Restore ${post.title}` }).click();
  await toast(page, 'Post restored as a draft.');
  await expect(row).toHaveCount(0);

  await page.goto('/admin');
  await page.getByLabel('Search posts').fill(post.title);
  await page.getByRole('button', { name: `Edit ${post.title}` }).click();
  await expect(page.getByRole('heading', { name: 'Edit Post' })).toBeVisible();
  await page.getByLabel('Status').selectOption('published');
  await page.getByRole('button', { name: 'Save Post' }).click();
  await toast(page, 'Post updated successfully!');
  expect(await status()).toBe(200);

  await remove();
  await page.getByRole('link', { name: 'Trash', exact: true }).click();
  await page.getByRole('button', { name: `Delete forever ${post.title}` }).click();
  await page.getByRole('button', { name: 'Delete forever', exact: true }).click();
  await toast(page, 'Deleted for good.');
  await expect(row).toHaveCount(0);
  expect(await status()).toBe(410);
});
