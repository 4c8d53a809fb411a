import { type ComponentType, useEffect, useState } from 'react';
import { setToastAreaLoader } from './show-toast';

/**
 * The toast area, fetched with the first toast, or once the page is at rest: nothing on a first visit shows a toast at
 * once, so its code need not come before the page's own.
 */
export function ToastArea() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    const load = () => import('../../ui/toaster').then((module) => setToaster(() => module.Toaster));
    setToastAreaLoader(load);
    const timer = setTimeout(() => load().catch(() => {}), 2000); // without it the page works, without toasts
    return () => {
      clearTimeout(timer);
      setToastAreaLoader(null);
    };
  }, []);
  return Toaster && <Toaster />;
}
