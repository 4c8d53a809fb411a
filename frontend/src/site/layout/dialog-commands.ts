import type { MouseEvent } from 'react';

/**
 * Invoker commands: attributes of a button that opens the `<dialog>` with this id: by the browser itself where it knows
 * `command` (so without JavaScript too), else by the click handler.
 */
export function opensDialog(id: string) {
  return {
    command: 'show-modal',
    commandfor: id,
    'aria-haspopup': 'dialog' as const,
    onClick: () => supportsInvokerCommands() || dialogById(id)?.showModal(),
  };
}

/** Attributes of a button that closes the `<dialog>` with this id, in the same two ways. */
export function closesDialog(id: string) {
  return { command: 'close', commandfor: id, onClick: () => supportsInvokerCommands() || dialogById(id)?.close() };
}

/** Closes a dialog when the press was on its backdrop: the dialog itself, outside of everything in it. */
export function closeOnBackdrop(event: MouseEvent<HTMLDialogElement>): void {
  if (event.target === event.currentTarget) event.currentTarget.close();
}

function supportsInvokerCommands(): boolean {
  return 'command' in HTMLButtonElement.prototype;
}

function dialogById(id: string): HTMLDialogElement | null {
  const element = document.getElementById(id);
  return element instanceof HTMLDialogElement ? element : null;
}
