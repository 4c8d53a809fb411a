type Frame = { src: string; shape: 'wide' | 'tall' | 'flat' };

/**
 * The frame that plays what an embed card stands for, or null for an address that is none of ours. `address` is the
 * card's `data-embed`, which the server has brought to one spelling; hosts are those the page's policy lets frame.
 */
export function embedFrame(address: string, dark: boolean): Frame | null {
  const url = parse(address);
  if (!url) return null;
  const parts = url.pathname.split('/').filter(Boolean);
  switch (url.hostname) {
    case 'www.youtube.com': {
      const start = url.searchParams.get('t');
      const video = url.searchParams.get('v');
      const list = url.searchParams.get('list');
      const path = video ? encodeURIComponent(video) : `videoseries?list=${encodeURIComponent(list ?? '')}`;
      const src = `https://www.youtube-nocookie.com/embed/${path}${video ? '?' : '&'}autoplay=1`;
      return { src: start ? `${src}&start=${Number.parseInt(start, 10) || 0}` : src, shape: 'wide' };
    }
    case 'vimeo.com': {
      const key = parts[1] ? `&h=${encodeURIComponent(parts[1])}` : '';
      return { src: `https://player.vimeo.com/video/${parts[0]}?autoplay=1&dnt=1${key}`, shape: 'wide' };
    }
    case 'x.com': {
      const theme = dark ? 'dark' : 'light';
      const id = encodeURIComponent(parts[2] ?? '');
      return { src: `https://platform.twitter.com/embed/Tweet.html?dnt=true&theme=${theme}&id=${id}`, shape: 'tall' };
    }
    case 'www.openstreetmap.org':
      return { src: address, shape: 'wide' };
    case 'open.spotify.com': {
      const shape = parts[0] === 'track' || parts[0] === 'episode' ? 'flat' : 'tall';
      return { src: `https://open.spotify.com/embed/${parts.join('/')}${dark ? '?theme=0' : ''}`, shape };
    }
    case 'soundcloud.com':
      return {
        src: `https://w.soundcloud.com/player/?url=${encodeURIComponent(address)}&auto_play=true`,
        shape: 'flat',
      };
    case 'w.soundcloud.com':
      return { src: `${address}&auto_play=true`, shape: 'flat' };
    default:
      return null;
  }
}

function parse(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}
