import type { ReactNode } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';

type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The question, or a short title with the question as `children`. */
  title: ReactNode;
  /** The words on the button that does it; never just "OK". */
  confirmLabel: string;
  onConfirm: () => void;
  children?: ReactNode;
};

/** Asks before something that cannot be taken back. Cancel comes first, so that Enter by habit does no harm. */
export function ConfirmDialog({ open, onOpenChange, title, confirmLabel, onConfirm, children }: ConfirmDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} description={children} className="max-w-md">
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="outline" onClick={() => onOpenChange(false)}>
          Cancel
        </Button>
        <Button look="danger" onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
