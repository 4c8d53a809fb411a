type Shared = { url: string; title: string; image: string | null };

/** The eight places a post can be sent to: plain links, so nothing of theirs is loaded here. `url` is the canonical one. */
export function shareTargets({ url, title, image }: Shared): { name: string; href: string }[] {
  const link = encodeURIComponent(url);
  const text = encodeURIComponent(title);
  const both = encodeURIComponent(`${title} ${url}`);
  const media = image ? `&media=${encodeURIComponent(image)}` : '';
  return [
    { name: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${link}` },
    { name: 'X', href: `https://x.com/intent/post?text=${text}&url=${link}` },
    { name: 'LinkedIn', href: `https://www.linkedin.com/sharing/share-offsite/?url=${link}` },
    { name: 'Reddit', href: `https://www.reddit.com/submit?url=${link}&title=${text}` },
    { name: 'Pinterest', href: `https://www.pinterest.com/pin/create/button/?url=${link}${media}&description=${text}` },
    { name: 'WhatsApp', href: `https://wa.me/?text=${both}` },
    { name: 'Telegram', href: `https://t.me/share/url?url=${link}&text=${text}` },
    { name: 'E-mail', href: `mailto:?subject=${text}&body=${both}` },
  ];
}
