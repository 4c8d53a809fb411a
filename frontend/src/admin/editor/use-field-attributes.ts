import type { Editor } from '@tiptap/core';
import { useEffect } from 'react';
import type { useFieldControl } from '../../ui/field';

/** Makes the text, which is no form control, the control of its `Field`. */
export function useFieldAttributes(editor: Editor, field: ReturnType<typeof useFieldControl>): void {
  const { id, required, 'aria-describedby': describedBy, 'aria-invalid': invalid } = field;
  useEffect(() => {
    const surface = editor.view.dom;
    setOrRemove(surface, 'id', id);
    setOrRemove(surface, 'aria-describedby', describedBy);
    setOrRemove(surface, 'aria-invalid', invalid && 'true');
    setOrRemove(surface, 'aria-required', required && 'true');
  }, [editor, id, describedBy, invalid, required]);
}

function setOrRemove(element: HTMLElement, name: string, value: string | false | undefined): void {
  if (value) element.setAttribute(name, value);
  else element.removeAttribute(name);
}
