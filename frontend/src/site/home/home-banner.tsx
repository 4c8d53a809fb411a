import type { Banner } from '../../api/types';

/** A line above everything else, for a while. */
export function HomeBanner({ banner: { text, label, href } }: { banner: Banner }) {
  return (
    <aside aria-label={label || 'Announcement'} className="home-banner">
      <p className="wrap">
        {label && <strong>{label}</strong>} {href ? <a href={href}>{text}</a> : text}
      </p>
    </aside>
  );
}
