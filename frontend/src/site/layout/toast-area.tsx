import { type ComponentType, useEffect, useState } from 'react';
import { setToastArea } from './show-toast';

/**
 * The toast area, fetched with the first toast, or once the page is at rest: nothing on a first visit shows a toast at
 * once, so its code need not come before the page's own.
 */
export function ToastArea() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    const bring = () => import('../../ui/toaster').then((module) => setToaster(() => module.Toaster));
    setToastArea(bring);
    const timer = setTimeout(() => bring().catch(() => {}), 2000); // without it the page works, only quieter
    return () => {
      clearTimeout(timer);
      setToastArea(null);
    };
  }, []);
  return Toaster && <Toaster />;
}
