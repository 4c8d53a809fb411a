import { NodeViewContent, type NodeViewProps, NodeViewWrapper } from '@tiptap/react';
import { Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Textarea } from '../../ui/textarea';
import { fileName, useFiles } from '../media/use-files';

/** A picture, video or embed card in the writing surface: the published figure plus its two tools. */
export function MediaFigureView({ node, editor, updateAttributes, deleteNode, selected }: NodeViewProps) {
  const [describing, setDescribing] = useState(false);
  const what = WORDS[node.type.name] ?? 'figure';
  const isImage = node.type.name === 'imageFigure';
  const { src, alt, poster, url, label } = node.attrs;
  const fileAt = useFiles(src ? [src] : []);
  const name = src ? fileName(fileAt(src), src) : undefined;

  return (
    <NodeViewWrapper as="figure" className="media-figure group" data-selected={selected || undefined} data-embed={url}>
      <div contentEditable={false} className="relative" data-drag-handle="">
        {isImage && <img src={src} alt={alt ?? ''} draggable={false} />}
        {node.type.name === 'videoFigure' && (
          // biome-ignore lint/a11y/useMediaCaption: posts hold no caption tracks; the text under a video describes it
          <video src={src} poster={poster ?? undefined} controls preload="metadata" />
        )}
        {node.type.name === 'embedFigure' && <p className="pe-10 font-semibold wrap-anywhere">{label || url}</p>}
        {editor.isEditable && name && (
          <span
            title={name}
            className="pointer-events-none absolute bottom-2 start-2 max-w-[calc(100%-1rem)] truncate rounded-sm bg-night/85 px-2 py-1 font-sans text-xs text-night-ink opacity-0 transition-opacity group-hover:opacity-100 group-data-selected:opacity-100"
          >
            {name}
          </span>
        )}
        {editor.isEditable && (
          <div className="absolute top-2 end-2 flex gap-2 font-sans">
            {isImage && (
              <Button size="sm" className="shadow-float" onClick={() => setDescribing(true)}>
                {alt ? 'Alt text' : 'Add alt text'}
              </Button>
            )}
            <Button size="sm" className="shadow-float" aria-label={`Remove ${what}`} onClick={() => deleteNode()}>
              <Trash2 aria-hidden="true" />
            </Button>
          </div>
        )}
      </div>
      <NodeViewContent<'figcaption'>
        as="figcaption"
        data-placeholder="Write a caption (optional)"
        className={node.childCount === 0 ? 'is-empty' : undefined}
      />
      {describing && (
        <AltTextDialog
          alt={alt ?? ''}
          name={name}
          onClose={() => setDescribing(false)}
          onSave={(text) => {
            updateAttributes({ alt: text });
            setDescribing(false);
          }}
        />
      )}
    </NodeViewWrapper>
  );
}

const WORDS: Record<string, string> = { imageFigure: 'picture', videoFigure: 'video', embedFigure: 'embed' };

type AltTextDialogProps = { alt: string; name: string | undefined; onClose: () => void; onSave: (alt: string) => void };

function AltTextDialog({ alt, name, onClose, onSave }: AltTextDialogProps) {
  function submit(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault();
    submitted.stopPropagation();
    onSave(String(new FormData(submitted.currentTarget).get('alt')).trim());
  }

  return (
    <Dialog open onOpenChange={onClose} title="Alt text" description={name} className="max-w-md">
      <form onSubmit={submit} className="grid gap-4">
        <Field
          label="Describe the picture"
          hint="For people who cannot see it. Leave it empty when the picture only decorates."
        >
          <Textarea name="alt" rows={3} defaultValue={alt} />
        </Field>
        <div className="flex justify-end gap-3">
          <Button look="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Save alt text</Button>
        </div>
      </form>
    </Dialog>
  );
}
