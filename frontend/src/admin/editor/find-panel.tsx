import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { useEditorState } from '@tiptap/react';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { findKey, findPlugin, replaceMatches, type Search } from './find-matches';
import { selectedPassage } from './passage';

/** Finds and replaces in the text. Enter goes to the next match, Shift+Enter to the one before, Escape ends it. */
export function FindPanel({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [search, setSearch] = useState<Search>(() => ({ text: selectedPassage(editor), matchCase: false }));
  const [replacement, setReplacement] = useState('');
  const [done, setDone] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const { count, current } = useFinding(editor, search);

  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  function seek(changed: Partial<Search>) {
    setDone('');
    setSearch({ ...search, ...changed });
  }

  function goTo(index: number) {
    if (count === 0) return;
    setDone('');
    showMatch(editor, (index + count) % count);
  }

  function replace(all: boolean) {
    const { matches } = findKey.getState(editor.state) ?? { matches: [] };
    const chosen = all ? matches : matches.slice(current, current + 1);
    if (chosen.length === 0) return;
    editor.view.dispatch(replaceMatches(closeHistory(editor.state.tr), chosen, replacement));
    setDone(chosen.length === 1 ? 'Replaced 1' : `Replaced ${chosen.length}`);
    if (!all) showMatch(editor, current);
  }

  function close() {
    const match = findKey.getState(editor.state)?.matches[current];
    onClose();
    if (match) editor.chain().setTextSelection(match).focus().run();
    else editor.commands.focus();
  }

  function press(pressed: KeyboardEvent) {
    if (pressed.key === 'Escape') {
      pressed.stopPropagation();
      close();
    } else if (pressed.key === 'Enter' && pressed.target instanceof HTMLInputElement) {
      pressed.preventDefault(); // it would save the post
      if (pressed.target === input.current) goTo(current + (pressed.shiftKey ? -1 : 1));
      else if (pressed.target.type === 'text') replace(false);
    } else return;
    pressed.stopPropagation();
  }

  const found = search.text === '' ? '' : count === 0 ? 'Not found' : `${current + 1} of ${count}`;
  function replaceAll() {
    replace(true);
    input.current?.focus(); // no match is left, so that the button takes no focus any more
  }

  return (
    <search
      aria-label="Find and replace"
      onKeyDown={press}
      className="grid gap-2 border-b border-rule bg-sunk px-3 py-2.5 font-sans sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
    >
      <PanelInput ref={input} label="Find" value={search.text} onType={(text) => seek({ text })} />
      <PanelInput label="Replace with" value={replacement} onType={setReplacement} />
      <PanelButtons disabled={count === 0} onGo={(step) => goTo(current + step)} onClose={close} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:col-span-3">
        <Button look="outline" size="sm" disabled={count === 0} onClick={() => replace(false)}>
          Replace
        </Button>
        <Button look="outline" size="sm" disabled={count === 0} onClick={replaceAll}>
          Replace all
        </Button>
        <label className="flex min-h-9 cursor-pointer items-center gap-2 text-sm pointer-coarse:min-h-11">
          <input
            type="checkbox"
            checked={search.matchCase}
            onChange={(ticked) => seek({ matchCase: ticked.target.checked })}
            className="size-4 accent-ink"
          />
          Match case
        </label>
        <p role="status" className="ms-auto text-sm text-ink-2 tabular-nums">
          {[done, found].filter(Boolean).join(' · ')}
        </p>
      </div>
    </search>
  );
}

type PanelInputProps = {
  ref?: Ref<HTMLInputElement>;
  label: string;
  value: string;
  onType: (text: string) => void;
};

function PanelInput({ ref, label, value, onType }: PanelInputProps) {
  return (
    <Field label={label} hideLabel>
      <Input
        ref={ref}
        type="text"
        placeholder={label}
        autoComplete="off"
        value={value}
        onChange={(typed) => onType(typed.target.value)}
      />
    </Field>
  );
}

type PanelButtonsProps = { disabled: boolean; onGo: (step: number) => void; onClose: () => void };

function PanelButtons({ disabled, onGo, onClose }: PanelButtonsProps) {
  const button = { look: 'quiet', size: 'icon' } as const;
  return (
    <div className="flex items-center gap-1">
      <Button {...button} aria-label="Previous match" disabled={disabled} onClick={() => onGo(-1)}>
        <ChevronUp aria-hidden="true" />
      </Button>
      <Button {...button} aria-label="Next match" disabled={disabled} onClick={() => onGo(1)}>
        <ChevronDown aria-hidden="true" />
      </Button>
      <Button {...button} aria-label="Close find and replace" onClick={onClose}>
        <X aria-hidden="true" />
      </Button>
    </div>
  );
}

/** Marks what is sought in the text as long as the panel is open. */
function useFinding(editor: Editor, search: Search) {
  useEffect(() => {
    editor.registerPlugin(findPlugin());
    return () => {
      if (!editor.isDestroyed) editor.unregisterPlugin(findKey);
    };
  }, [editor]);

  useEffect(() => {
    editor.view.dispatch(editor.state.tr.setMeta(findKey, { search }));
    const { from } = editor.state.selection;
    const matches = findKey.getState(editor.state)?.matches ?? [];
    if (matches.length > 0)
      showMatch(
        editor,
        Math.max(
          0,
          matches.findIndex((match) => match.from >= from),
        ),
      );
  }, [editor, search]);

  return useEditorState({
    editor,
    selector: ({ editor: { state } }) => {
      const shown = findKey.getState(state);
      return { count: shown?.matches.length ?? 0, current: shown?.current ?? 0 };
    },
  });
}

/** Makes a match the current one and scrolls to it; the focus stays in the panel. */
function showMatch(editor: Editor, index: number): void {
  editor.view.dispatch(editor.state.tr.setMeta(findKey, { current: index }));
  editor.view.dom.querySelector('.found-match.is-current')?.scrollIntoView({ block: 'center' });
}
