import { Keyboard } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';

const LIST = [
  ['Ctrl + S', 'Save for the newsroom and go on writing (⌘ + S on a Mac). Readers do not see it.'],
  ['Alt + Shift + N', 'Go to the title of a new post, or of the one in the form'],
  ['Alt + Shift + F', 'Search the list of posts'],
  ['Alt + F10', 'From the text to the formatting tools'],
  ['Ctrl + K', 'Link, in the text'],
  ['Ctrl + B, Ctrl + I', 'Bold, italic'],
  ['Ctrl + Z, Ctrl + Shift + Z', 'Undo, redo'],
  ['Alt + Shift + H', 'This list'],
] as const;

type Actions = { keep: () => void; goToTitle: () => void; goToSearch?: () => void };

/**
 * Calls the screen's actions by keyboard, from anywhere but a dialog. Physical keys: Alt writes other letters on a Mac.
 */
function useShortcuts(actions: Actions & { showShortcuts: () => void }): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const act = (pressed: KeyboardEvent) => {
      const action = actionOf(pressed, latest.current);
      if (!action) return;
      pressed.preventDefault();
      if (!document.querySelector('[role=dialog]')) action();
    };
    window.addEventListener('keydown', act);
    return () => window.removeEventListener('keydown', act);
  }, []);
}

function actionOf(
  { code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent,
  actions: Actions & { showShortcuts: () => void },
): (() => void) | undefined {
  if ((ctrlKey || metaKey) && !altKey && !shiftKey && code === 'KeyS') return actions.keep;
  if (!altKey || !shiftKey || ctrlKey || metaKey) return undefined;
  return { KeyN: actions.goToTitle, KeyF: actions.goToSearch, KeyH: actions.showShortcuts }[code];
}

/** The list of shortcuts behind its button, which stands where there is a keyboard; also binds the keys. */
export function Shortcuts(actions: Actions) {
  const [open, setOpen] = useState(false);
  useShortcuts({ ...actions, showShortcuts: () => setOpen(true) });
  return (
    <>
      <Button look="quiet" size="sm" className="hidden min-h-9 keyboard:inline-flex" onClick={() => setOpen(true)}>
        <Keyboard aria-hidden="true" />
        Keyboard shortcuts
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title="Keyboard shortcuts" className="max-w-lg">
        <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[auto_1fr]">
          {LIST.map(([keys, what]) => (
            <div key={keys} className="sm:contents">
              <dt className="font-semibold whitespace-nowrap">{keys}</dt>
              <dd className="mb-2 text-ink-2 sm:mb-0">{what}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  );
}
