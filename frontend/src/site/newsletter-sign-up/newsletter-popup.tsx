import { useEffect, useRef, useState } from 'react';
import { buttonLook } from '../../ui/button-look';
import { Icon } from '../icons';
import { NewsletterForm } from './newsletter-form';
import { saveClosed } from './newsletter-storage';

/**
 * The newsletter's invitation over the home page. It is not modal: the page stays readable and usable beside it. Where
 * it takes the focus, for those who go by keyboard, that returns to where it was when it closes; the browser does both.
 * Who points sees it, and is not taken away from what they are at.
 */
export function NewsletterPopup({ takesFocus }: { takesFocus: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(true);

  useEffect(() => {
    const box = dialog.current;
    if (!open || !box) return;
    // A field may have been entered while this code was on its way. show() moves the focus to the first control, which
    // is the one that closes it; the attribute alone moves nothing.
    const isTyping = document.activeElement?.matches('input, textarea, select, [contenteditable]');
    if (takesFocus && !isTyping) box.show();
    else box.open = true;
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      // A menu that was opened since lies above and takes this press.
      if (document.querySelector('dialog:modal, :popover-open')) return;
      box.close();
    };
    document.addEventListener('keydown', closeByKey);
    return () => document.removeEventListener('keydown', closeByKey);
  }, [open, takesFocus]);

  if (!open) return null;
  const closed = () => {
    saveClosed(Date.now());
    setOpen(false);
  };
  return (
    <dialog ref={dialog} aria-labelledby="newsletter-popup" className="newsletter newsletter-popup" onClose={closed}>
      <div className="newsletter-words">
        <div className="flex items-start justify-between gap-4">
          <h2 id="newsletter-popup" className="headline text-xl">
            The day's useful reading, by e-mail
          </h2>
          <button
            type="button"
            onClick={() => dialog.current?.close()}
            aria-label="Close newsletter invitation"
            className={`${buttonLook({ look: 'quiet', size: 'icon' })} -mt-2 -me-2.5`}
          >
            <Icon name="close" />
          </button>
        </div>
        <p className="text-night-ink-2">One mail a day with the newest posts. You can leave with one click.</p>
        <NewsletterForm />
      </div>
    </dialog>
  );
}
