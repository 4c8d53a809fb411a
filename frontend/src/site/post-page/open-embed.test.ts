import { expect, it } from 'vitest';
import { openEmbed } from './open-embed';
import { prepareContent } from './post-content';

const card =
  '<figure data-embed="https://www.youtube.com/watch?v=abc&amp;t=9"><a href="https://www.youtube.com/watch?v=abc">A talk</a><figcaption>At noon.</figcaption></figure>';

it('puts the frame in on a press, named like the card, and leaves link and caption', () => {
  document.body.innerHTML = prepareContent(card);
  expect(document.querySelector('iframe')).toBeNull();
  openEmbed(document.querySelector('a') as Element); // the link stays a link
  expect(document.querySelector('iframe')).toBeNull();
  openEmbed(document.querySelector('button') as Element);
  const frame = document.querySelector('iframe');
  expect(frame?.src).toBe('https://www.youtube-nocookie.com/embed/abc?autoplay=1&start=9');
  expect(frame?.title).toBe('A talk');
  expect(document.querySelector('button')).toBeNull();
  expect(document.body).toHaveTextContent('A talkAt noon.');
});

it('gives no button to a card of an unknown service', () => {
  const unknown = '<figure data-embed="https://evil.example/x"><a href="https://evil.example/x">X</a></figure>';
  expect(prepareContent(unknown)).toBe(unknown);
});
