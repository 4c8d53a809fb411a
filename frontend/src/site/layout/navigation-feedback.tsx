import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { removePageTags } from '../head/remove-page-tags';

/**
 * What a document load would have told the reader: a bar while a page is on its way, then its title read out and the
 * focus at the start of the new page.
 */
export function NavigationFeedback() {
  const loading = useNavigation().state !== 'idle';
  const { pathname, search } = useLocation();
  const [announcement, setAnnouncement] = useState('');
  const address = pathname + search;
  const shown = useRef(address);

  useEffect(() => {
    if (shown.current === address) return; // the first page was announced by the browser
    shown.current = address;
    removePageTags();
    document.getElementById('content')?.focus({ preventScroll: true });
    // The title element is replaced in the same commit; a frame later it is the new one everywhere.
    const frame = requestAnimationFrame(() => setAnnouncement(document.title));
    return () => cancelAnimationFrame(frame);
  }, [address]);

  return (
    <>
      {loading && <div className="progress-bar" />}
      <p role="status" aria-live="polite" className="sr-only">
        {loading ? '' : announcement}
      </p>
    </>
  );
}
