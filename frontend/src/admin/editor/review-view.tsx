import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react';
import { Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button';
import type { Review } from './review';

const ReviewDialog = lazy(() => import('./review-dialog').then(({ ReviewDialog }) => ({ default: ReviewDialog })));

/** The box of a review in the writing surface: as it is published, with its two tools. */
export function ReviewView({ node, editor, updateAttributes, deleteNode, selected }: NodeViewProps) {
  const [editing, setEditing] = useState(false);
  const { name, score, pros, cons, specs, verdict } = node.attrs.review as Review;
  return (
    <NodeViewWrapper as="aside" data-block="review" data-selected={selected || undefined} contentEditable={false}>
      {editor.isEditable && (
        <div className="absolute -top-5 end-4 flex gap-2 font-sans" data-drag-handle="">
          <Button size="sm" className="shadow-float" onClick={() => setEditing(true)}>
            Edit review
          </Button>
          <Button size="sm" className="shadow-float" aria-label="Remove review" onClick={() => deleteNode()}>
            <Trash2 aria-hidden="true" />
          </Button>
        </div>
      )}
      <h3>{name}</h3>
      <p data-block="score">
        <strong>{score}</strong> out of 10
      </p>
      <Lines title="Pros" block="pros" lines={pros} />
      <Lines title="Cons" block="cons" lines={cons} />
      {specs.length > 0 && (
        <>
          <h4>Specifications</h4>
          <table>
            <tbody>
              {specs.map((spec) => (
                <tr key={spec.name + spec.value}>
                  <th scope="row">{spec.name}</th>
                  <td>{spec.value}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      {verdict && (
        <>
          <h4>Verdict</h4>
          <p data-block="verdict">{verdict}</p>
        </>
      )}
      {editing && (
        <Suspense>
          <ReviewDialog
            review={node.attrs.review}
            onClose={() => setEditing(false)}
            onSave={(review) => {
              setEditing(false);
              updateAttributes({ review });
            }}
          />
        </Suspense>
      )}
    </NodeViewWrapper>
  );
}

function Lines({ title, block, lines }: { title: string; block: string; lines: string[] }) {
  if (lines.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <ul data-block={block}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
