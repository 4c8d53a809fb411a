import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { postCard } from '../../testing/posts';
import { PostPicture } from './post-picture';

test('the place of a picture has its colour before it is there, and nothing where none is known', () => {
  const preview = {
    kind: 'image' as const,
    url: '/media/a.webp',
    srcset: null,
    width: 16,
    height: 10,
    alt: '',
    captions: null,
  };
  const markup = (colour: string | null) =>
    renderToStaticMarkup(<PostPicture post={postCard({ preview: { ...preview, colour } })} className="x" />);
  expect(markup('#aa5500')).toMatch(/^<div class="pic x" style="background:#aa5500"><img/);
  expect(markup(null)).toMatch(/^<div class="pic x"><img/);
});
