import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { cn } from '../../ui/cn';
import { type EditorActions, matchingItems, type SlashItem } from './slash-items';
import { slashQuery } from './slash-query';

type SlashMenuProps = {
  editor: Editor;
  items: readonly SlashItem[];
  actions: EditorActions;
  /** Hears of the keys pressed in the text; says whether it took one. */
  keys: RefObject<(pressed: KeyboardEvent) => boolean>;
};

/** The blocks that "/" offers in an empty paragraph. The focus stays in the text, which names the active option. */
export function SlashMenu({ editor, items, actions, keys }: SlashMenuProps) {
  const id = useId();
  const query = useEditorState({ editor, selector: ({ editor: { state } }) => slashQuery(state) });
  const [active, setActive] = useState({ text: '', index: 0 });
  const found = query ? matchingItems(items, query.text) : [];
  const isOpen = found.length > 0;
  const index = active.text === query?.text ? Math.min(active.index, found.length - 1) : 0;
  const optionId = isOpen ? `${id}-${index}` : undefined;

  function choose(item: SlashItem | undefined) {
    if (!query || !item) return;
    const chain = editor.chain().focus().deleteRange({ from: query.from, to: query.to });
    (item.apply?.(chain) ?? chain).run();
    if (item.open) actions[item.open]();
  }

  const goTo = (next: number) => setActive({ text: query?.text ?? '', index: (next + found.length) % found.length });

  keys.current = (pressed) => {
    if (!isOpen || !query || pressed.isComposing) return false;
    if (pressed.key === 'ArrowDown') goTo(index + 1);
    else if (pressed.key === 'ArrowUp') goTo(index - 1);
    else if (pressed.key === 'Enter' || pressed.key === 'Tab') choose(found[index]);
    else if (pressed.key === 'Escape') editor.commands.deleteRange({ from: query.from, to: query.to });
    else return false;
    pressed.preventDefault();
    return true;
  };

  useSurfaceAttributes(editor, isOpen ? `${id}-list` : undefined, optionId);

  if (!query || !isOpen) return null;
  return (
    <MenuBox editor={editor} from={query.from} id={`${id}-list`} shown={found.length}>
      {found.map((item, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text, which keeps the focus
        // biome-ignore lint/a11y/useFocusableInteractive: the text names the active option
        <div
          key={item.name}
          id={`${id}-${place}`}
          role="option"
          aria-selected={place === index}
          onPointerDown={(pressed) => pressed.preventDefault()}
          onMouseDown={(pressed) => pressed.preventDefault()}
          onPointerMove={() => place !== index && goTo(place)}
          onClick={() => choose(item)}
          className={cn(
            'flex min-h-9 cursor-pointer items-center gap-3 rounded-sm px-3 text-sm pointer-coarse:min-h-11',
            place === index && 'bg-ink text-paper',
          )}
        >
          <item.icon aria-hidden="true" className="size-4 shrink-0" />
          {item.name}
        </div>
      ))}
    </MenuBox>
  );
}

type MenuBoxProps = { editor: Editor; from: number; id: string; shown: number; children: React.ReactNode };

/** The list below the caret, or above it where there is more room. */
function MenuBox({ editor, from, id, shown, children }: MenuBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = () => box.current && placeAt(box.current, editor, from);
    place();
    const shownPart = window.visualViewport;
    window.addEventListener('scroll', place, true);
    shownPart?.addEventListener('resize', place);
    return () => {
      window.removeEventListener('scroll', place, true);
      shownPart?.removeEventListener('resize', place);
    };
  });
  return (
    <>
      <div
        ref={box}
        id={id}
        role="listbox"
        aria-label="Blocks"
        className="fixed z-30 grid w-60 content-start gap-0.5 overflow-y-auto rounded-md border border-rule bg-raised p-1 font-sans text-ink shadow-float"
      >
        {children}
      </div>
      <p role="status" className="sr-only">
        {shown === 1 ? '1 block' : `${shown} blocks`}
      </p>
    </>
  );
}

const GAP = 6;
const HIGHEST = 300;

function placeAt(box: HTMLElement, editor: Editor, from: number) {
  const caret = editor.view.coordsAtPos(from);
  const { height, width } = window.visualViewport ?? { height: window.innerHeight, width: window.innerWidth };
  const [below, above] = [height - caret.bottom - 2 * GAP, caret.top - 2 * GAP];
  const isBelow = below >= Math.min(HIGHEST, box.scrollHeight) || below >= above;
  box.style.maxHeight = `${Math.max(120, Math.min(HIGHEST, isBelow ? below : above))}px`;
  box.style.left = `${Math.max(GAP, Math.min(caret.left, width - box.offsetWidth - GAP))}px`;
  box.style.top = `${isBelow ? caret.bottom + GAP : Math.max(GAP, caret.top - GAP - box.offsetHeight)}px`;
}

/** Ties the text to the list, so that the active option is read out while the focus stays. */
function useSurfaceAttributes(editor: Editor, listId: string | undefined, optionId: string | undefined) {
  useEffect(() => {
    if (!listId || !optionId) return;
    const surface = editor.view.dom;
    const attributes = { 'aria-haspopup': 'listbox', 'aria-controls': listId, 'aria-activedescendant': optionId };
    for (const [name, value] of Object.entries(attributes)) surface.setAttribute(name, value);
    document.getElementById(optionId)?.scrollIntoView({ block: 'nearest' });
    return () => {
      for (const name of Object.keys(attributes)) surface.removeAttribute(name);
    };
  }, [editor, listId, optionId]);
}
