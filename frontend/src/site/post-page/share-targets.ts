type Shared = { url: string; title: string; image: string | null };

/**
 * The eight places a post can be sent to: plain links, so nothing of theirs is loaded here. `url` is the canonical one,
 * `method` the name by which it is counted.
 */
export function shareTargets({ url, title, image }: Shared): { name: string; method: string; href: string }[] {
  const link = encodeURIComponent(url);
  const text = encodeURIComponent(title);
  const both = encodeURIComponent(`${title} ${url}`);
  const media = image ? `&media=${encodeURIComponent(image)}` : '';
  return [
    { name: 'Facebook', method: 'facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${link}` },
    { name: 'X', method: 'x', href: `https://x.com/intent/post?text=${text}&url=${link}` },
    { name: 'LinkedIn', method: 'linkedin', href: `https://www.linkedin.com/sharing/share-offsite/?url=${link}` },
    { name: 'Reddit', method: 'reddit', href: `https://www.reddit.com/submit?url=${link}&title=${text}` },
    {
      name: 'Pinterest',
      method: 'pinterest',
      href: `https://www.pinterest.com/pin/create/button/?url=${link}${media}&description=${text}`,
    },
    { name: 'WhatsApp', method: 'whatsapp', href: `https://wa.me/?text=${both}` },
    { name: 'Telegram', method: 'telegram', href: `https://t.me/share/url?url=${link}&text=${text}` },
    { name: 'E-mail', method: 'email', href: `mailto:?subject=${text}&body=${both}` },
  ];
}
