import type { Extensions, NodeViewRenderer, Node as TiptapNode } from '@tiptap/core';
import { Placeholder } from '@tiptap/extensions';
import { EditorContent, ReactNodeViewRenderer, useEditor } from '@tiptap/react';
import { lazy, type Ref, Suspense, useContext, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { inLanguage } from '../../site/format/in-language';
import { cn } from '../../ui/cn';
import { useFieldControl } from '../../ui/field';
import { LibraryPicker } from '../file-picker/library-picker';
import { isVideo } from '../media/media-file';
import type { UploadedMedia } from '../media/upload';
import type { UploadFile } from '../media/use-uploads';
import { contentToHtml, parseContent } from './content-html';
import { contentSchema, pageSchema, textExtensions } from './content-schema';
import { ComparedDeals } from './deal-comparison';
import { DealComparisonView } from './deal-comparison-view';
import { editingProps } from './editing-props';
import { FigureKeys } from './figure-keys';
import { MEDIA_FIGURES } from './figure-nodes';
import { FootnoteNumbers, footnoteView } from './footnote-numbers';
import { LinkDialog } from './link-dialog';
import { LoneLinks } from './lone-links';
import { MediaFigureView } from './media-figure-view';
import { insertEmbed, removeMedia } from './media-insertion';
import { PageBlockPlaceholder, pageBlockExtensions } from './page-block-nodes';
import { selectedPassage, showPassage } from './passage';
import { postBlockExtensions } from './post-block-nodes';
import { ReviewView } from './review-view';
import { type EditorActions, slashItems } from './slash-items';
import { SlashMenu } from './slash-menu';
import { SlashQueries } from './slash-query';
import { TextCount } from './text-count';
import { EditorToolbar } from './toolbar';
import { UploadPlaces } from './upload-places';
import { useFieldAttributes } from './use-field-attributes';
import { useMediaInsertion } from './use-media-insertion';
import { useTextUploads } from './use-text-uploads';
import { WholeLinks } from './whole-links';
import './editor.css';

/** What the form asks of the editor beyond its text. */
export type PostEditorHandle = {
  focus: () => void;
  insertMedia: (media: UploadedMedia) => void;
  removeMedia: (url: string) => void;
  /** Resolves once files on their way are in the text; those that the library has are taken from there. */
  finishUploads: () => Promise<void>;
  /** The selected text; empty: nothing is selected. */
  selectedPassage: () => string;
  /** Selects a passage; false where the text has it no more. */
  showPassage: (passage: string) => boolean;
};

type PostEditorProps = {
  ref?: Ref<PostEditorHandle>;
  /** Read once; another text needs another `key`. */
  initialHtml: string;
  /** Language tag of the text; empty or left out, the publication's. */
  language?: string;
  /** Its name for those who cannot see it. */
  label?: string;
  /** Whether the text may hold the blocks of pages; stays as it is. */
  pageBlocks?: boolean;
  allowedExtensions: readonly string[];
  disabled?: boolean;
  /** Whether it grows with its text and the page scrolls, its tools in view. Otherwise the text scrolls in it. */
  grows?: boolean;
  onChange: (html: string) => void;
  onUpload: UploadFile;
  /** Hears of files that were taken from the library. */
  onTaken?: (files: UploadedMedia[]) => void;
};

const editingExtensions: Extensions = [
  ...textExtensions.map((extension) =>
    MEDIA_FIGURES.includes(extension.name)
      ? (extension as TiptapNode).extend({ addNodeView: () => ReactNodeViewRenderer(MediaFigureView) })
      : extension,
  ),
  Placeholder.configure({ placeholder: 'Write, or press / for headings, pictures and more' }),
  FigureKeys,
  LoneLinks,
  SlashQueries,
  UploadPlaces,
  WholeLinks,
];

const VIEWS: Record<string, () => NodeViewRenderer> = {
  footnote: () => footnoteView,
  dealComparison: () => ReactNodeViewRenderer(DealComparisonView),
  reviewBox: () => ReactNodeViewRenderer(ReviewView),
};

const postEditingExtensions: Extensions = [
  ...editingExtensions,
  ...postBlockExtensions.map((extension) => {
    const view = VIEWS[extension.name];
    return view ? (extension as TiptapNode).extend({ addNodeView: view }) : extension;
  }),
  FootnoteNumbers,
];

const pageEditingExtensions: Extensions = [...editingExtensions, ...pageBlockExtensions, PageBlockPlaceholder];

const EmbedDialog = lazy(() => import('./embed-dialog').then(({ EmbedDialog }) => ({ default: EmbedDialog })));
const FindPanel = lazy(() => import('./find-panel').then(({ FindPanel }) => ({ default: FindPanel })));
const FootnoteDialog = lazy(() =>
  import('./footnote-dialog').then(({ FootnoteDialog }) => ({ default: FootnoteDialog })),
);
const ReviewDialog = lazy(() => import('./review-dialog').then(({ ReviewDialog }) => ({ default: ReviewDialog })));

/** The writing surface: looks like the published post and holds exactly what a post can hold. */
export function PostEditor({
  ref,
  initialHtml,
  language,
  label = 'Content',
  pageBlocks = false,
  allowedExtensions,
  disabled = false,
  grows = false,
  onChange,
  onUpload,
  onTaken,
}: PostEditorProps) {
  const field = useFieldControl();
  const toolbar = useRef<HTMLDivElement>(null);
  const imagePicker = useRef<HTMLInputElement>(null);
  const videoPicker = useRef<HTMLInputElement>(null);
  const [asking, setAsking] = useState<'link' | 'embed' | 'library' | 'footnote' | 'review' | null>(null);
  const [finding, setFinding] = useState(false);
  const touched = useRef(false);
  const menuKeys = useRef<(pressed: KeyboardEvent) => boolean>(() => false);
  // The picked, dropped and pasted files all come through here.
  const finishUploads = useRef(async () => {});
  const takeFilesNow = useRef<(files: readonly File[], position: number) => void>(() => {});

  const editor = useEditor({
    extensions: pageBlocks ? pageEditingExtensions : postEditingExtensions,
    content: parseContent(initialHtml, pageBlocks ? pageSchema : contentSchema).toJSON(),
    onFocus: () => {
      touched.current = true;
    },
    onUpdate: ({ editor: changed }) => onChange(contentToHtml(changed.state.doc)),
    editorProps: editingProps({
      label,
      grows,
      takeFiles: (files, position) => takeFilesNow.current(files, position),
      askForLink: () => setAsking('link'),
      openFootnote: () => setAsking('footnote'),
      openFind: () => setFinding(true),
      takeMenuKey: (pressed) => menuKeys.current(pressed),
      focusToolbar: () => toolbar.current?.querySelector<HTMLButtonElement>('button:not(:disabled)')?.focus(),
    }),
  });

  const uploads = useTextUploads(editor, { allowedExtensions, onUpload, onTaken });
  takeFilesNow.current = uploads.takeFiles;
  finishUploads.current = uploads.finish;
  const insertHere = useMediaInsertion(editor, touched);

  useImperativeHandle(
    ref,
    () => ({
      // Not by a command, which waits for the next frame: what is typed until then would go elsewhere.
      focus: () => editor.view.focus(),
      insertMedia: (media) => insertHere([media]),
      removeMedia: (url) => removeMedia(editor, url),
      finishUploads: () => finishUploads.current(),
      selectedPassage: () => selectedPassage(editor),
      showPassage: (passage) => showPassage(editor, passage),
    }),
    [editor, insertHere],
  );

  useEffect(() => editor.setEditable(!disabled, false), [editor, disabled]);

  useFieldAttributes(editor, field);

  const hasDeals = useContext(ComparedDeals) !== null;
  const items = useMemo(() => slashItems(pageBlocks, hasDeals), [pageBlocks, hasDeals]);
  const actions: EditorActions = {
    link: () => setAsking('link'),
    embed: () => setAsking('embed'),
    pickImage: () => imagePicker.current?.click(),
    pickVideo: () => videoPicker.current?.click(),
    library: () => setAsking('library'),
    footnote: () => setAsking('footnote'),
    review: () => setAsking('review'),
    find: () => setFinding(true),
  };
  const pickers = [
    { ref: imagePicker, name: 'Image file', accept: allowedExtensions.filter((name) => !isVideo(`.${name}`)) },
    { ref: videoPicker, name: 'Video file', accept: allowedExtensions.filter((name) => isVideo(`.${name}`)) },
  ];

  return (
    <div
      className={cn(
        'group flex flex-col rounded-md',
        grows ? 'min-h-[500px]' : 'h-[500px] overflow-hidden border border-control bg-raised focus-within:border-ink',
        field['aria-invalid'] && 'border-danger ring-1 ring-danger',
      )}
    >
      <div
        className={cn(
          'relative shrink-0',
          grows &&
            'sticky top-0 z-10 overflow-hidden rounded-md border border-rule group-focus-within:border-ink sm:top-14',
        )}
      >
        <EditorToolbar ref={toolbar} editor={editor} pageBlocks={pageBlocks} actions={actions} />
        {finding && (
          <Suspense>
            <FindPanel editor={editor} onClose={() => setFinding(false)} />
          </Suspense>
        )}
      </div>
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
      {asking === 'link' && <LinkDialog editor={editor} pageBlocks={pageBlocks} onClose={() => setAsking(null)} />}
      {asking === 'library' && (
        <LibraryPicker
          onClose={() => setAsking(null)}
          onChoose={(files) => {
            insertHere(files);
            onTaken?.(files);
          }}
        />
      )}
      <Suspense>
        {asking === 'embed' && (
          <EmbedDialog
            onClose={() => setAsking(null)}
            onEmbed={(card) => {
              setAsking(null);
              insertEmbed(editor, card);
            }}
          />
        )}
        {asking === 'footnote' && <FootnoteDialog editor={editor} onClose={() => setAsking(null)} />}
        {asking === 'review' && (
          <ReviewDialog
            review={null}
            onClose={() => setAsking(null)}
            onSave={(review) => {
              setAsking(null);
              editor.chain().focus().insertContent({ type: 'reviewBox', attrs: { review } }).run();
            }}
          />
        )}
      </Suspense>
      <SlashMenu editor={editor} items={items} actions={actions} keys={menuKeys} />
      <EditorContent
        editor={editor}
        {...inLanguage(language ?? '')}
        className={cn('post-editor flex-1', grows ? 'post-editor-grows' : 'min-h-0 overflow-y-auto')}
      />
      {uploads.rows}
      <TextCount editor={editor} />
    </div>
  );
}
