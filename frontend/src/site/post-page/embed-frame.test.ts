import { expect, it } from 'vitest';
import { embedFrame } from './embed-frame';
import { embedService } from './embed-service';

it.each([
  ['https://www.youtube.com/watch?v=abc_-1', 'https://www.youtube-nocookie.com/embed/abc_-1?autoplay=1'],
  ['https://www.youtube.com/watch?v=abc&t=42', 'https://www.youtube-nocookie.com/embed/abc?autoplay=1&start=42'],
  [
    'https://www.youtube.com/playlist?list=PL1',
    'https://www.youtube-nocookie.com/embed/videoseries?list=PL1&autoplay=1',
  ],
  ['https://vimeo.com/76979871/8272103f6e', 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=8272103f6e'],
  ['https://x.com/mwanga/status/1790', 'https://platform.twitter.com/embed/Tweet.html?dnt=true&theme=light&id=1790'],
  [
    'https://www.openstreetmap.org/export/embed.html?bbox=36.76%2C-1.33%2C36.88%2C-1.24',
    'https://www.openstreetmap.org/export/embed.html?bbox=36.76%2C-1.33%2C36.88%2C-1.24',
  ],
  ['https://open.spotify.com/track/4uLU', 'https://open.spotify.com/embed/track/4uLU'],
  [
    'https://soundcloud.com/user-1/a-track',
    'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fuser-1%2Fa-track&auto_play=true',
  ],
])('%s is framed as %s', (address, src) => {
  expect(embedFrame(address, false)?.src).toBe(src);
  expect(embedService(address)).not.toBeNull();
});

it('follows the theme where the service knows one', () => {
  expect(embedFrame('https://open.spotify.com/album/1', true)?.src).toBe(
    'https://open.spotify.com/embed/album/1?theme=0',
  );
});

it.each(['https://evil.example/x', 'javascript:alert(1)', '', '//www.youtube.com/watch?v=a'])(
  'frames nothing for %j',
  (address) => {
    expect(embedFrame(address, false)).toBeNull();
    expect(embedService(address)).toBeNull();
  },
);
