import { expect, it } from 'vitest';
import { putAddresses } from './renew-files';

const text = (signature: string) =>
  `<p>See <a href="/media/a.webp?signed=${signature}">large</a></p>` +
  `<img id="late" srcset="/media/w480/a.webp?signed=${signature} 480w, /media/a.webp?signed=${signature} 900w" src="/media/a.webp?signed=${signature}">` +
  `<img id="there" src="/media/b.webp?signed=${signature}"><img id="cover" src="/media/cover.webp">` +
  `<video src="/media/c.mp4?signed=${signature}" poster="/media/p.webp?signed=${signature}"><track src="/media/c.vtt?signed=${signature}"></video>` +
  `<img id="gone" src="/media/gone.webp?signed=1.aa">`;

it('gives new addresses to what has not loaded, and leaves what is there', () => {
  document.body.innerHTML = text('1.aa');
  const there = document.querySelector('#there') as HTMLImageElement;
  Object.defineProperties(there, { complete: { value: true }, naturalWidth: { value: 900 } });
  putAddresses(document.body, text('2.bb'));
  const expected = text('2.bb').replace('/media/b.webp?signed=2.bb', '/media/b.webp?signed=1.aa');
  const drawn = document.createElement('div');
  drawn.innerHTML = expected;
  expect(document.body.innerHTML).toBe(drawn.innerHTML);
});

it('keeps the address of a file that the text does not show any more', () => {
  document.body.innerHTML = text('1.aa');
  putAddresses(document.body, '<p>Another text</p>');
  expect(document.querySelector('#late')).toHaveAttribute('src', '/media/a.webp?signed=1.aa');
});
