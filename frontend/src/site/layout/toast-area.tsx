import { type ComponentType, useEffect, useState } from 'react';

/**
 * The toast area, fetched once the page is at rest: nothing on a first visit shows a toast at once, so its code need
 * not come before the page's own.
 */
export function ToastArea() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      import('../../ui/toaster').then(
        (module) => setToaster(() => module.Toaster),
        () => {}, // without it the page works, only quieter
      );
    }, 2000);
    return () => clearTimeout(timer);
  }, []);
  return Toaster && <Toaster />;
}
