import type { Editor, Extensions, Node as TiptapNode } from '@tiptap/core';
import { Placeholder } from '@tiptap/extensions';
import { EditorContent, ReactNodeViewRenderer, useEditor } from '@tiptap/react';
import { type Ref, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { cn } from '../../ui/cn';
import { useFieldControl } from '../../ui/field';
import { LibraryPicker } from '../library/library-picker';
import { extensionOf, isVideo } from '../media/media-file';
import type { UploadedMedia } from '../media/upload';
import { arrangePasted, contentToHtml, parseContent } from './content-html';
import { contentExtensions } from './content-schema';
import { EmbedDialog } from './embed-dialog';
import { FigureKeys } from './figure-keys';
import { MEDIA_FIGURES } from './figure-nodes';
import { LinkDialog } from './link-dialog';
import { MediaFigureView } from './media-figure-view';
import { insertEmbed, insertionPosition, insertMedia, removeMedia } from './media-insertion';
import { EditorToolbar } from './toolbar';
import { reservePlace, UploadPlaces } from './upload-places';
import './editor.css';

/** What the form asks of the editor beyond its text. */
export type PostEditorHandle = {
  focus: () => void;
  insertMedia: (media: UploadedMedia) => void;
  removeMedia: (url: string) => void;
};

type PostEditorProps = {
  ref?: Ref<PostEditorHandle>;
  /** Read once; another text needs another `key`. */
  initialHtml: string;
  /** Its name for those who cannot see it. */
  label?: string;
  allowedExtensions: readonly string[];
  disabled?: boolean;
  onChange: (html: string) => void;
  /** Uploads one file and tells how it goes; null when it failed. */
  onUpload: (file: File) => Promise<UploadedMedia | null>;
  /** Hears of files that were taken from the library. */
  onTaken?: (files: UploadedMedia[]) => void;
};

const editingExtensions: Extensions = [
  ...contentExtensions.map((extension) =>
    MEDIA_FIGURES.includes(extension.name)
      ? (extension as TiptapNode).extend({ addNodeView: () => ReactNodeViewRenderer(MediaFigureView) })
      : extension,
  ),
  Placeholder.configure({ placeholder: 'Write…' }),
  FigureKeys,
  UploadPlaces,
];

/** The writing surface: looks like the published post and holds exactly what a post can hold. */
export function PostEditor({
  ref,
  initialHtml,
  label = 'Content',
  allowedExtensions,
  disabled = false,
  onChange,
  onUpload,
  onTaken,
}: PostEditorProps) {
  const field = useFieldControl();
  const toolbar = useRef<HTMLDivElement>(null);
  const imagePicker = useRef<HTMLInputElement>(null);
  const videoPicker = useRef<HTMLInputElement>(null);
  const [asking, setAsking] = useState<'link' | 'embed' | 'library' | null>(null);
  const touched = useRef(false);
  const handedIn = useRef(new Set<string>());

  const editor = useEditor({
    extensions: editingExtensions,
    content: parseContent(initialHtml).toJSON(),
    onFocus: () => {
      touched.current = true;
    },
    onUpdate: ({ editor: changed }) => onChange(contentToHtml(changed.state.doc)),
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, class: 'prose' },
      transformPastedHTML: arrangePasted,
      handlePaste: (view, pasted) => takeFiles(pasted.clipboardData, view.state.selection.to),
      handleDrop: (view, dropped, _slice, moved) => {
        if (moved) return false;
        const place = view.posAtCoords({ left: dropped.clientX, top: dropped.clientY });
        return takeFiles(dropped.dataTransfer, place?.pos ?? view.state.doc.content.size);
      },
      handleKeyDown: (_view, pressed) => {
        if ((pressed.ctrlKey || pressed.metaKey) && pressed.key === 'k') {
          pressed.preventDefault();
          setAsking('link');
          return true;
        }
        if (!pressed.altKey || pressed.key !== 'F10') return false;
        toolbar.current?.querySelector<HTMLButtonElement>('button:not(:disabled)')?.focus();
        return true;
      },
    },
  });

  // The picked, dropped and pasted files all come through here.
  const takeFilesNow = useRef<(files: readonly File[], position: number) => void>(() => {});
  takeFilesNow.current = (files, position) => {
    for (const file of files) {
      const extension = extensionOf(file.name);
      if (!allowedExtensions.includes(extension)) toast.error(`Invalid file type: .${extension}`);
      else void uploadInto(editor, file, position, onUpload);
    }
  };

  function takeFiles(transfer: DataTransfer | null, position: number): boolean {
    const files = [...(transfer?.files ?? [])];
    // Office programs put a picture of the text beside the text itself; the text is meant.
    if (files.length === 0 || transfer?.types.includes('text/html')) return false;
    takeFilesNow.current(files, position);
    return true;
  }

  /** After the block with the caret, one after the other. */
  const insertHere = useCallback(
    (files: readonly UploadedMedia[]) => {
      for (const media of files) {
        insertMedia(editor, media, insertionPosition(editor.state, touched.current, handedIn.current));
        handedIn.current.add(media.fileUrl);
      }
    },
    [editor],
  );

  useImperativeHandle(
    ref,
    () => ({
      focus: () => editor.commands.focus(),
      insertMedia: (media) => insertHere([media]),
      removeMedia: (url) => removeMedia(editor, url),
    }),
    [editor, insertHere],
  );

  useEffect(() => editor.setEditable(!disabled, false), [editor, disabled]);

  const { id, required, 'aria-describedby': describedBy, 'aria-invalid': invalid } = field;
  useEffect(() => {
    const surface = editor.view.dom;
    setOrRemove(surface, 'id', id);
    setOrRemove(surface, 'aria-describedby', describedBy);
    setOrRemove(surface, 'aria-invalid', invalid && 'true');
    setOrRemove(surface, 'aria-required', required && 'true');
  }, [editor, id, describedBy, invalid, required]);

  const pickers = [
    { ref: imagePicker, name: 'Image file', accept: allowedExtensions.filter((name) => !isVideo(`.${name}`)) },
    { ref: videoPicker, name: 'Video file', accept: allowedExtensions.filter((name) => isVideo(`.${name}`)) },
  ];

  return (
    <div
      className={cn(
        'flex h-[500px] flex-col overflow-hidden rounded-md border border-control bg-raised focus-within:border-ink',
        invalid && 'border-danger ring-1 ring-danger',
      )}
    >
      <EditorToolbar
        ref={toolbar}
        editor={editor}
        onLink={() => setAsking('link')}
        onEmbed={() => setAsking('embed')}
        onPickImage={() => imagePicker.current?.click()}
        onPickVideo={() => videoPicker.current?.click()}
        onLibrary={() => setAsking('library')}
      />
      {pickers.map((picker) => (
        <input
          key={picker.name}
          ref={picker.ref}
          type="file"
          hidden
          multiple
          aria-label={picker.name}
          accept={picker.accept.map((extension) => `.${extension}`).join(',')}
          onChange={(picked) => {
            takeFilesNow.current([...(picked.target.files ?? [])], editor.state.selection.to);
            picked.target.value = '';
          }}
        />
      ))}
      {asking === 'link' && <LinkDialog editor={editor} onClose={() => setAsking(null)} />}
      {asking === 'embed' && (
        <EmbedDialog
          onClose={() => setAsking(null)}
          onEmbed={(card) => {
            setAsking(null);
            insertEmbed(editor, card);
          }}
        />
      )}
      {asking === 'library' && (
        <LibraryPicker
          onClose={() => setAsking(null)}
          onChoose={(files) => {
            insertHere(files);
            onTaken?.(files);
          }}
        />
      )}
      <EditorContent editor={editor} className="post-editor min-h-0 flex-1 overflow-y-auto" />
    </div>
  );
}

async function uploadInto(
  editor: Editor,
  file: File,
  position: number,
  upload: (file: File) => Promise<UploadedMedia | null>,
): Promise<void> {
  const giveUpPlace = reservePlace(editor, position, `Uploading ${file.name}…`);
  const media = await upload(file);
  const place = giveUpPlace();
  if (!media || editor.isDestroyed) return;
  insertMedia(editor, media, place ?? editor.state.selection.to);
}

function setOrRemove(element: HTMLElement, name: string, value: string | false | undefined): void {
  if (value) element.setAttribute(name, value);
  else element.removeAttribute(name);
}
