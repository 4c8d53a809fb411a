import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { Button } from './button';
import { cn } from './cn';

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** `false` for a dialog that must be answered: no close button, Esc and a press outside do nothing. */
  dismissible?: boolean;
  className?: string;
  children: ReactNode;
};

/** A modal dialog: traps the focus, gives it back, closes on Esc, scrolls inside on small screens. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  dismissible = true,
  className,
  children,
}: DialogProps) {
  const opener = useRef<Element | null>(null);
  const keepOpen = dismissible ? undefined : (e: Event) => e.preventDefault();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="dialog-overlay fixed inset-0 z-40 bg-night/60" />
        <Radix.Content
          onOpenAutoFocus={() => {
            opener.current = document.activeElement;
          }}
          onCloseAutoFocus={(closed) => {
            closed.preventDefault(); // without a trigger of its own it would give the focus to nobody
            const back = opener.current?.isConnected ? opener.current : document.getElementById('main');
            if (back instanceof HTMLElement) back.focus({ preventScroll: true });
          }}
          onEscapeKeyDown={keepOpen}
          onPointerDownOutside={keepOpen}
          onInteractOutside={keepOpen}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cn(
            'dialog-content fixed top-1/2 left-1/2 z-50 grid grid-cols-[minmax(0,1fr)] wrap-anywhere max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 -translate-y-1/2 gap-4 overflow-y-auto rounded-lg border border-rule bg-raised p-6 shadow-float',
            className,
          )}
        >
          <div className="flex items-start justify-between gap-4">
            <Radix.Title className="min-w-0 font-serif text-xl font-semibold text-balance">{title}</Radix.Title>
            {dismissible && (
              <Radix.Close asChild>
                <Button look="quiet" size="icon" aria-label="Close" className="-mt-2 -me-2">
                  <X aria-hidden="true" />
                </Button>
              </Radix.Close>
            )}
          </div>
          {description && <Radix.Description className="text-sm text-ink-2">{description}</Radix.Description>}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
