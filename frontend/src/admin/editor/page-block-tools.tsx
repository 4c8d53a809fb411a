import type { Editor, JSONContent } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { useEditorState } from '@tiptap/react';
import { TextTool } from './text-tool';

const paragraph: JSONContent = { type: 'paragraph' };

/** What each tool puts into the text. The placeholders of `page-block-nodes.ts` say what belongs there. */
const BLOCKS: { name: string; block: JSONContent }[] = [
  {
    name: 'Question',
    block: { type: 'question', content: [{ type: 'questionTitle' }, paragraph] },
  },
  {
    name: 'Steps',
    block: { type: 'orderedList', attrs: { block: 'steps' }, content: [item(paragraph, paragraph)] },
  },
  {
    name: 'Checklist',
    block: { type: 'bulletList', attrs: { block: 'included' }, content: [item(paragraph)] },
  },
  {
    name: 'Cards',
    block: { type: 'bulletList', attrs: { block: 'cards' }, content: [item(paragraph, paragraph)] },
  },
  {
    name: 'Box beside the text',
    block: { type: 'pageSection', attrs: { kind: 'aside' }, content: [paragraph] },
  },
  {
    name: 'Contact box',
    block: { type: 'pageSection', attrs: { kind: 'contact' }, content: [paragraph] },
  },
  { name: 'Contact form', block: { type: 'contactForm' } },
];

function item(...content: JSONContent[]): JSONContent {
  return { type: 'listItem', content };
}

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
export function PageBlockTools({ editor, onLink }: { editor: Editor; onLink: () => void }) {
  const { inList, look, isAction } = useEditorState({ editor, selector: readState });
  const chain = () => editor.chain().focus();
  return (
    <fieldset className="flex shrink-0 items-center gap-1 border-s border-rule ps-1 sm:not-short:basis-full sm:not-short:flex-wrap sm:not-short:border-s-0 sm:not-short:border-t sm:not-short:ps-0 sm:not-short:pt-1.5">
      <legend className="sr-only">Blocks of pages</legend>
      {BLOCKS.map(({ name, block }) => (
        <TextTool key={name} name={name} onUse={() => insertBelow(editor, block)} />
      ))}
      <TextTool
        name="Button"
        on={isAction}
        title="Makes the paragraph with the link a call to action"
        onUse={() => {
          chain()
            .updateAttributes('paragraph', { block: isAction ? null : 'action' })
            .run();
          if (!isAction && !selectForLink(editor)) onLink();
        }}
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

/** Below what the caret stands in: blocks of pages are not put into one another. The caret goes to its first words. */
function insertBelow(editor: Editor, block: JSONContent) {
  const { $to } = editor.state.selection;
  const place = $to.depth === 0 ? $to.pos : $to.after(1);
  editor
    .chain()
    .focus()
    .insertContentAt(place, block)
    .command(({ tr }) => {
      if (block.content) tr.setSelection(TextSelection.near(tr.doc.resolve(place + 1)));
      return true;
    })
    .run();
}

/** Whether the paragraph of the caret has a link; without one its words are selected, to become one. */
function selectForLink(editor: Editor): boolean {
  const { $from } = editor.state.selection;
  let hasLink = false;
  $from.parent.descendants((node) => {
    hasLink ||= node.marks.some((mark) => mark.type.name === 'link');
  });
  if (!hasLink) editor.commands.setTextSelection({ from: $from.start(), to: $from.end() });
  return hasLink;
}

function readState({ editor }: { editor: Editor }) {
  return {
    inList: editor.isActive('bulletList'),
    look: editor.getAttributes('bulletList').block ?? null,
    isAction: editor.isActive('paragraph', { block: 'action' }),
  };
}
