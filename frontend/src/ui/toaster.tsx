import { Toaster as HotToaster, toast } from 'react-hot-toast';

export { toast };

/**
 * The toast area: top right and below the header, whose Account link stays in reach; the specification's times, at most
 * 20 toasts, 350 px wide.
 * Call `toast()` to show one; each toast is announced by its own status region.
 */
export function Toaster() {
  return (
    <HotToaster
      position="top-right"
      containerStyle={{ top: '5.25rem' }}
      toastOptions={{
        duration: 4000,
        success: { duration: 2000 },
        loading: { duration: Number.POSITIVE_INFINITY },
        style: {
          maxWidth: 350,
          background: 'var(--raised)',
          color: 'var(--ink)',
          border: '1px solid var(--rule)',
          boxShadow: '0 12px 32px oklch(20% .02 275 / .18)',
          overflowWrap: 'anywhere',
        },
      }}
    />
  );
}
