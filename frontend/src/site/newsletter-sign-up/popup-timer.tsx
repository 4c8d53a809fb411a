import { type ComponentType, useEffect, useState } from 'react';
import { mayShowPopup } from './newsletter-storage';

const delayMs = 5000;

/** Brings the newsletter pop-up five seconds after the page, to readers who did not decline it lately. */
export function PopupTimer() {
  const [Popup, setPopup] = useState<ComponentType | null>(null);
  useEffect(() => {
    let timer = setTimeout(show, delayMs);
    function show() {
      // Asked now: the reader may have signed up on this page meanwhile.
      if (!mayShowPopup(Date.now())) return;
      // Somebody who is typing or has a menu open is not interrupted.
      if (document.querySelector('dialog[open], :popover-open, input:focus')) {
        timer = setTimeout(show, delayMs);
        return;
      }
      // Nobody misses an invitation that did not arrive.
      import('./newsletter-popup').then(
        (module) => setPopup(() => module.NewsletterPopup),
        () => {},
      );
    }
    return () => clearTimeout(timer);
  }, []);
  return Popup && <Popup />;
}
