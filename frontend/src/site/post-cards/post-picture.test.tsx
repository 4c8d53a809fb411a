import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { postCard } from '../../testing/posts';
import { PostPicture } from './post-picture';

test('the place of a picture shows it blurred before it is there, and nothing where none is known', () => {
  const preview = {
    kind: 'image' as const,
    url: '/media/a.webp',
    srcset: null,
    width: 16,
    height: 10,
    alt: '',
    focal_point: null,
    captions: null,
  };
  const markup = (blur: string | null) =>
    renderToStaticMarkup(<PostPicture post={postCard({ preview: { ...preview, blur } })} className="x" />);
  expect(markup('data:x')).toMatch(
    /^<div class="pic x" style="background:center\/cover no-repeat url\(data:x\)"><picture/,
  );
  expect(markup(null)).toMatch(/^<div class="pic x"><picture/);
});

test('behind WebP stands a copy for browsers that do not show it', () => {
  const { preview } = postCard();
  const markup = (url: string, srcset: string | null) =>
    renderToStaticMarkup(
      <PostPicture post={postCard({ preview: preview && { ...preview, url, srcset } })} className="x" />,
    );
  const srcset = '/media/w240/2026/a.webp.webp 240w, /media/2026/a.webp 600w';
  const behind = '<img[^>]* src="/media/mail/2026/a.webp.jpg"[^>]*></picture>';
  expect(markup('/media/2026/a.webp', srcset)).toMatch(
    new RegExp(`<picture><source type="image/webp" srcset="${srcset}" sizes="auto[^"]*">${behind}`),
  );
  expect(markup('/media/2026/a.webp', null)).toMatch(new RegExp(`srcset="/media/2026/a.webp"[^>]*>${behind}`));
  expect(markup('/media/2026/a.png', srcset)).not.toContain('<picture>');
  expect(markup('/media/a.webp?expires=1&by="x"><b>', null)).toContain(
    'src="/media/a.webp?expires=1&amp;by=&quot;x&quot;><b>"',
  );
});

test('a cut picture and its blur keep the focal point in sight', () => {
  const { preview } = postCard();
  const post = postCard({ preview: preview && { ...preview, blur: 'data:x', focal_point: { x: 20, y: 100 } } });
  const markup = renderToStaticMarkup(<PostPicture post={post} className="x" />);
  expect(markup).toContain('style="background:20% 100%/cover no-repeat url(data:x)"');
  expect(markup).toMatch(/<img[^>]*style="object-position:20% 100%"/);
});

test('a video is shown by the narrower copies of its poster', () => {
  const srcset = '/media/w240/p.webp 240w, /media/p.webp 600w';
  const preview = {
    kind: 'video' as const,
    url: '/media/a.mp4',
    width: 600,
    height: 300,
    alt: '',
    focal_point: null,
    captions: null,
  };
  const markup = (poster: string | null) => {
    const post = postCard({ preview: { ...preview, srcset: poster && srcset, blur: null }, poster_url: poster });
    return renderToStaticMarkup(<PostPicture post={post} className="x" />);
  };
  expect(markup('/media/p.webp')).toContain(`srcset="${srcset}"`);
  expect(markup(null)).not.toContain('srcset');
});
