import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import {
  Bold,
  Code,
  FileCode,
  Film,
  Heading2,
  Heading3,
  Heading4,
  ImageIcon,
  Images,
  Italic,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Plus,
  Quote,
  Redo2,
  Search,
  SquarePlay,
  Strikethrough,
  Superscript,
  Table,
  Underline,
  Undo2,
} from 'lucide-react';
import { Toolbar } from 'radix-ui';
import { type Ref, useImperativeHandle, useRef } from 'react';
import { cn } from '../../ui/cn';
import { ScrollArrows } from '../screen/scroll-arrows';
import { PageBlockTools } from './page-block-tools';
import type { EditorActions } from './slash-items';
import { askForBlocks } from './slash-query';
import { TextTool } from './text-tool';

type ToolbarProps = {
  editor: Editor;
  ref?: Ref<HTMLDivElement>;
  /** Whether the text may hold the blocks of pages. */
  pageBlocks: boolean;
  actions: EditorActions;
};

/** The editor's tools. Arrow keys move among them; Alt+F10 comes here from the text. */
export function EditorToolbar(props: ToolbarProps) {
  const { editor, ref, pageBlocks, actions } = props;
  const row = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => row.current as HTMLDivElement);
  const state = useEditorState({ editor, selector: readState });
  const chain = () => editor.chain().focus();

  return (
    <>
      <Toolbar.Root
        ref={row}
        aria-label="Formatting"
        // `relative`: what only screen readers read scrolls with the tools.
        className="relative flex scroll-px-12 items-center gap-y-1 overflow-x-auto border-b border-rule bg-sunk px-2 py-1.5 [scrollbar-width:none] sm:not-short:flex-wrap sm:not-short:overflow-visible"
      >
        <Tool icon={Undo2} name="Undo" disabled={!state.canUndo} onUse={() => chain().undo().run()} />
        <Tool icon={Redo2} name="Redo" disabled={!state.canRedo} onUse={() => chain().redo().run()} />
        <Divider />
        <Tool icon={Heading2} name="Heading 2" on={state.h2} onUse={() => chain().toggleHeading({ level: 2 }).run()} />
        <Tool icon={Heading3} name="Heading 3" on={state.h3} onUse={() => chain().toggleHeading({ level: 3 }).run()} />
        <Tool icon={Heading4} name="Heading 4" on={state.h4} onUse={() => chain().toggleHeading({ level: 4 }).run()} />
        <Divider />
        <Tool icon={Bold} name="Bold" on={state.bold} onUse={() => chain().toggleBold().run()} />
        <Tool icon={Italic} name="Italic" on={state.italic} onUse={() => chain().toggleItalic().run()} />
        <Tool icon={Underline} name="Underline" on={state.underline} onUse={() => chain().toggleUnderline().run()} />
        <Tool icon={Strikethrough} name="Strikethrough" on={state.strike} onUse={() => chain().toggleStrike().run()} />
        <Tool icon={Code} name="Inline code" on={state.code} onUse={() => chain().toggleCode().run()} />
        <Tool icon={Link2} name="Insert link" on={state.link} onUse={actions.link} />
        {!pageBlocks && <Tool icon={Superscript} name="Footnote" onUse={actions.footnote} />}
        <Divider />
        <Tool icon={List} name="Bulleted list" on={state.bulletList} onUse={() => chain().toggleBulletList().run()} />
        <Tool
          icon={ListOrdered}
          name="Numbered list"
          on={state.orderedList}
          onUse={() => chain().toggleOrderedList().run()}
        />
        <Tool icon={Quote} name="Quote" on={state.blockquote} onUse={() => chain().toggleBlockquote().run()} />
        <Tool icon={FileCode} name="Code block" on={state.codeBlock} onUse={() => chain().toggleCodeBlock().run()} />
        <Divider />
        <Tool
          icon={Table}
          name="Insert table"
          disabled={state.table}
          onUse={() => chain().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run()}
        />
        <Tool icon={Minus} name="Rule" onUse={() => chain().setHorizontalRule().run()} />
        <Tool icon={ImageIcon} name="Insert image" onUse={actions.pickImage} />
        <Tool icon={Film} name="Insert video" onUse={actions.pickVideo} />
        <Tool icon={Images} name="From the library" onUse={actions.library} />
        <Tool icon={SquarePlay} name="Insert embed" onUse={actions.embed} />
        <Tool icon={Plus} name="More blocks" onUse={() => askForBlocks(editor)} />
        <Divider />
        <Tool icon={Search} name="Find and replace" onUse={actions.find} />
        {state.table && (
          <div className="flex shrink-0 gap-1 border-s border-rule ps-1 sm:not-short:basis-full sm:not-short:flex-wrap sm:not-short:border-s-0 sm:not-short:border-t sm:not-short:ps-0 sm:not-short:pt-1.5">
            <TextTool name="Add row" onUse={() => chain().addRowAfter().run()} />
            <TextTool name="Remove row" onUse={() => chain().deleteRow().run()} />
            <TextTool name="Add column" onUse={() => chain().addColumnAfter().run()} />
            <TextTool name="Remove column" onUse={() => chain().deleteColumn().run()} />
            <TextTool name="Header row" onUse={() => chain().toggleHeaderRow().run()} />
            <TextTool name="Remove table" onUse={() => chain().deleteTable().run()} />
          </div>
        )}
        {pageBlocks && <PageBlockTools editor={editor} onLink={actions.link} />}
      </Toolbar.Root>
      <ScrollArrows row={row} ground="sunk" />
    </>
  );
}

function readState({ editor }: { editor: Editor }) {
  return {
    canUndo: editor.can().undo(),
    canRedo: editor.can().redo(),
    h2: editor.isActive('heading', { level: 2 }),
    h3: editor.isActive('heading', { level: 3 }),
    h4: editor.isActive('heading', { level: 4 }),
    bold: editor.isActive('bold'),
    italic: editor.isActive('italic'),
    underline: editor.isActive('underline'),
    strike: editor.isActive('strike'),
    code: editor.isActive('code'),
    link: editor.isActive('link'),
    bulletList: editor.isActive('bulletList'),
    orderedList: editor.isActive('orderedList'),
    blockquote: editor.isActive('blockquote'),
    codeBlock: editor.isActive('codeBlock'),
    table: editor.isActive('table'),
  };
}

type ToolProps = { icon: LucideIcon; name: string; on?: boolean; disabled?: boolean; onUse: () => void };

function Tool({ icon: Icon, name, on, disabled, onUse }: ToolProps) {
  return (
    <Toolbar.Button
      aria-label={name}
      aria-pressed={on}
      title={name}
      disabled={disabled}
      onClick={onUse}
      className={cn(
        'grid size-8 shrink-0 place-items-center pointer-coarse:size-10 rounded-sm text-ink-2 transition-colors hover:bg-rule hover:text-ink disabled:opacity-40',
        on && 'bg-ink text-paper hover:bg-ink hover:text-paper',
      )}
    >
      <Icon aria-hidden="true" className="size-[1.125rem]" />
    </Toolbar.Button>
  );
}

function Divider() {
  return <Toolbar.Separator className="mx-1 h-5 w-px shrink-0 bg-rule" />;
}
