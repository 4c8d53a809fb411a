import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react';
import { Trash2 } from 'lucide-react';
import { lazy, Suspense, useContext } from 'react';
import { Button } from '../../ui/button';
import { ComparedDeals } from './deal-comparison';

const DealTable = lazy(() => import('./deal-table').then(({ DealTable }) => ({ default: DealTable })));

/** The comparison of deals in the writing surface: as readers would see it now, or what is missing. */
export function DealComparisonView({ editor, deleteNode, selected }: NodeViewProps) {
  const deals = useContext(ComparedDeals) ?? [];
  return (
    <NodeViewWrapper data-block="deals" data-selected={selected || undefined} contentEditable={false}>
      {editor.isEditable && (
        <div className="absolute top-0 end-0 font-sans" data-drag-handle="">
          <Button size="sm" className="shadow-float" aria-label="Remove comparison" onClick={() => deleteNode()}>
            <Trash2 aria-hidden="true" />
          </Button>
        </div>
      )}
      {deals.length > 0 ? (
        <Suspense fallback={<p>The deals compared</p>}>
          <DealTable deals={deals} />
        </Suspense>
      ) : (
        <p className="deals-missing">
          This post has no deals yet, so readers see nothing here. Add some under Deal Links below, and they are
          compared in this place.
        </p>
      )}
    </NodeViewWrapper>
  );
}
