import { type ComponentType, useEffect, useState } from 'react';
import { mayShowPopup } from './newsletter-storage';

const delayMs = 5000;

/** Somebody is typing, or has a menu or a dialog open. */
const busy = 'dialog[open], :popover-open, input:focus, textarea:focus, select:focus, [contenteditable]:focus';

type Popup = ComponentType<{ takesFocus: boolean }>;

/** Brings the newsletter pop-up five seconds after the page, to readers who did not decline it lately. */
export function PopupTimer() {
  const [popup, setPopup] = useState<{ Popup: Popup; takesFocus: boolean } | null>(null);
  useEffect(() => {
    const pointer = watchPointer();
    const signUp = watchSignUp();
    let timer = setTimeout(show, delayMs);
    async function show() {
      // Asked now: the reader may have met the sign-up on this page meanwhile, or used it.
      if (signUp.wasSeen() || !mayShowPopup(Date.now())) return;
      if (document.querySelector(busy)) {
        timer = setTimeout(show, delayMs);
        return;
      }
      // Nobody misses an invitation that did not arrive.
      const module = await import('./newsletter-popup').catch(() => null);
      if (module) setPopup({ Popup: module.NewsletterPopup, takesFocus: !pointer.isUsed() });
    }
    return () => {
      clearTimeout(timer);
      pointer.stop();
      signUp.stop();
    };
  }, []);
  return popup && <popup.Popup takesFocus={popup.takesFocus} />;
}

/** Whether a mouse or a finger is used: the last that was, or what the device has. */
function watchPointer() {
  let isUsed = window.matchMedia?.('(hover: none) and (pointer: coarse)').matches ?? false;
  const stop = new AbortController();
  const note = (event: Event) => {
    isUsed = event.type !== 'keydown';
  };
  for (const kind of ['pointermove', 'pointerdown', 'wheel', 'keydown'])
    window.addEventListener(kind, note, { passive: true, capture: true, signal: stop.signal });
  return { isUsed: () => isUsed, stop: () => stop.abort() };
}

/** Whether the reader came to the page's own sign-up: one that is in sight before they scroll is not read yet. */
function watchSignUp() {
  let wasSeen = false;
  const observer = new IntersectionObserver(
    (entries) => {
      if (window.scrollY > 0 && entries.some(({ isIntersecting }) => isIntersecting)) wasSeen = true;
    },
    { threshold: 0.5 },
  );
  for (const form of document.querySelectorAll('.newsletter-form')) observer.observe(form);
  return { wasSeen: () => wasSeen, stop: () => observer.disconnect() };
}
