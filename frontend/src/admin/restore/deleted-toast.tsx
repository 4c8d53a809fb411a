import toast from 'react-hot-toast';
import { OUTCOME, OUTCOME_ACTION, showOutcome } from '../screen/outcome-toast';

type Deleted = { message: string; details: string[]; onUndo: () => void };

/** Says that something was deleted, and offers to take it from the trash again. */
export function showDeletedToast({ message, details, onUndo }: Deleted): void {
  const undo = (
    <button
      type="button"
      className={OUTCOME_ACTION}
      aria-label="Undo delete"
      onClick={() => {
        toast.dismiss(OUTCOME.id);
        onUndo();
      }}
    >
      Undo
    </button>
  );
  showOutcome({ message, details, action: undo });
}
