import { type ComponentType, useEffect, useState } from 'react';
import { setToastAreaLoader } from './show-toast';

/**
 * The toast area, fetched with the first toast, or with the first press, which may lead to one: whoever only reads pays
 * nothing for it.
 */
export function ToastArea() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    const load = () => import('../../ui/toaster').then((module) => setToaster(() => module.Toaster));
    setToastAreaLoader(load);
    const early = () => load().catch(() => {}); // without it the page works, without toasts
    const presses = ['click', 'keydown'] as const;
    for (const press of presses) window.addEventListener(press, early, { once: true });
    return () => {
      for (const press of presses) window.removeEventListener(press, early);
      setToastAreaLoader(null);
    };
  }, []);
  return Toaster && <Toaster />;
}
