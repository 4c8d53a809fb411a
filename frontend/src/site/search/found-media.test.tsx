import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FoundMedia } from './found-media';

const medium = (post: number, number: number, slug = `post-${post}`) => ({
  post_id: post,
  post_slug: slug,
  post_title: `Post ${post}`,
  url: `/media/${post}-${number}.webp`,
  kind: 'image' as const,
  width: 600,
  height: 400,
  srcset: `/media/w240/${post}-${number}.webp 240w, /media/${post}-${number}.webp 600w`,
  alt: '',
  focal_point: null,
});

it('shows at most four media of a post, each leading to it', () => {
  render(<FoundMedia postMedia={[1, 2, 3, 4, 5].map((n) => medium(1, n)).concat(medium(2, 1, ''))} standalone={[]} />);
  const found = within(screen.getByRole('region', { name: 'Post Media' }));
  expect(found.getAllByRole('link', { name: 'Post 1' })).toHaveLength(4);
  expect(found.getAllByRole('link', { name: 'Post 1' })[0]).toHaveAttribute('href', '/post/slug/post-1');
  expect(found.getByRole('link', { name: 'Post 2' })).toHaveAttribute('href', '/blog/post/2');
  expect(screen.queryByText('Standalone Media')).toBeNull();
  const small = '/media/w240/1-1.webp 240w, /media/1-1.webp 600w';
  expect(screen.getByRole('region', { name: 'Post Media' }).querySelector('source')).toHaveAttribute('srcset', small);
});

it('names media of no post by their own words, else by their file', () => {
  const lone = { url: '/media/lamp.webp', kind: 'image' as const, width: null, height: null, srcset: null };
  render(
    <FoundMedia
      postMedia={[]}
      standalone={[
        { ...lone, alt: '', focal_point: null },
        { ...lone, url: '/media/b.webp', alt: 'A lamp', focal_point: null },
      ]}
    />,
  );
  const found = within(screen.getByRole('region', { name: 'Standalone Media' }));
  expect(found.getByRole('link', { name: /^lamp\.webp/ })).toHaveAttribute('href', '/media/lamp.webp');
  expect(found.getByRole('link', { name: /^A lamp/ })).toBeInTheDocument();
});
