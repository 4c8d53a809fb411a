const services: Record<string, { name: string; verb: string }> = {
  'www.youtube.com': { name: 'YouTube', verb: 'Play the video' },
  'vimeo.com': { name: 'Vimeo', verb: 'Play the video' },
  'x.com': { name: 'X', verb: 'Show the post' },
  'www.openstreetmap.org': { name: 'OpenStreetMap', verb: 'Show the map' },
  'open.spotify.com': { name: 'Spotify', verb: 'Listen here' },
  'soundcloud.com': { name: 'SoundCloud', verb: 'Listen here' },
  'w.soundcloud.com': { name: 'SoundCloud', verb: 'Listen here' },
};

/** The service behind an embed's address and what its button says. Works without URL: the server's engine has none. */
export function embedService(address: string): { name: string; verb: string } | null {
  return services[/^https:\/\/([^/?#]+)/.exec(address)?.[1] ?? ''] ?? null;
}
