import toast from 'react-hot-toast';
import { Button } from '../../ui/button';

/** Longer than other toasts, so that Undo can be reached. */
const DURATION_MS = 8000;

/** Says that something was deleted, and offers to take it from the trash again. */
export function showDeletedToast(message: string, onUndo: () => void): void {
  toast.success(
    ({ id }) => (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span>{message}</span>
        <Button
          look="quiet"
          size="sm"
          className="-my-1 min-h-11 px-3 underline underline-offset-4"
          aria-label="Undo delete"
          onClick={() => {
            toast.dismiss(id);
            onUndo();
          }}
        >
          Undo
        </Button>
      </span>
    ),
    { duration: DURATION_MS },
  );
}
