import type { Editor, JSONContent } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { TextTool } from './text-tool';

const paragraph = (text: string): JSONContent => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const item = (...texts: string[]): JSONContent => ({ type: 'listItem', content: texts.map(paragraph) });

/** What each tool puts into the text, to be written over. */
const BLOCKS: { name: string; block: JSONContent }[] = [
  {
    name: 'Question',
    block: {
      type: 'question',
      content: [{ type: 'questionTitle', content: [{ type: 'text', text: 'Question?' }] }, paragraph('Answer.')],
    },
  },
  {
    name: 'Steps',
    block: { type: 'orderedList', attrs: { block: 'steps' }, content: [item('First step', 'What happens.')] },
  },
  {
    name: 'Checklist',
    block: { type: 'bulletList', attrs: { block: 'included' }, content: [item('What is included.')] },
  },
  {
    name: 'Cards',
    block: { type: 'bulletList', attrs: { block: 'cards' }, content: [item('Title', 'A sentence about it.')] },
  },
  {
    name: 'Box beside the text',
    block: { type: 'pageSection', attrs: { kind: 'aside' }, content: [paragraph('Beside the text.')] },
  },
  {
    name: 'Contact box',
    block: { type: 'pageSection', attrs: { kind: 'contact' }, content: [paragraph('Talk to us.')] },
  },
  { name: 'Contact form', block: { type: 'contactForm' } },
];

/** Looks of a bulleted list, by `data-block`. */
const LOOKS = [
  { look: null, name: 'Plain list' },
  { look: 'included', name: 'Included' },
  { look: 'left-out', name: 'Not included' },
  { look: 'questions', name: 'Questions' },
  { look: 'cards', name: 'Cards' },
  { look: 'ways', name: 'Large' },
] as const;

/** The blocks that pages have beyond posts. */
export function PageBlockTools({ editor }: { editor: Editor }) {
  const { inList, look, isAction } = useEditorState({ editor, selector: readState });
  const chain = () => editor.chain().focus();
  return (
    <fieldset className="flex basis-full flex-wrap items-center gap-1 border-t border-rule pt-1.5">
      <legend className="sr-only">Blocks of pages</legend>
      {BLOCKS.map(({ name, block }) => (
        <TextTool key={name} name={name} onUse={() => insertBelow(editor, block)} />
      ))}
      <TextTool
        name="Button"
        on={isAction}
        title="Makes the paragraph with the link a call to action"
        onUse={() =>
          chain()
            .updateAttributes('paragraph', { block: isAction ? null : 'action' })
            .run()
        }
      />
      {inList &&
        LOOKS.map((one) => (
          <TextTool
            key={one.name}
            name={`List: ${one.name}`}
            on={look === one.look}
            onUse={() => chain().updateAttributes('bulletList', { block: one.look }).run()}
          />
        ))}
    </fieldset>
  );
}

/** Below what the caret stands in: blocks of pages are not put into one another. */
function insertBelow(editor: Editor, block: JSONContent) {
  const { $to } = editor.state.selection;
  const place = $to.depth === 0 ? $to.pos : $to.after(1);
  editor.chain().focus().insertContentAt(place, block).run();
}

function readState({ editor }: { editor: Editor }) {
  return {
    inList: editor.isActive('bulletList'),
    look: editor.getAttributes('bulletList').block ?? null,
    isAction: editor.isActive('paragraph', { block: 'action' }),
  };
}
