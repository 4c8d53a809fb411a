import type { AdminCategory, FrontPageBlock } from '../../api/types';
import { OrderedList } from '../forms/ordered-list';
import { blockKey, blockName, fixedBlocks } from '../settings-form/block-names';
import { LayoutChoice } from './layout-choice';

type BlockListProps = {
  blocks: readonly FrontPageBlock[];
  categories: readonly AdminCategory[];
  onChange: (blocks: FrontPageBlock[]) => void;
};

/** The blocks of home, from the top. */
export function BlockList({ blocks, categories, onChange }: BlockListProps) {
  const nameOf = (block: FrontPageBlock) =>
    (block.kind === 'section' && categories.find(({ slug }) => slug === block.category)?.name) || blockName(block);
  return (
    <OrderedList label="Blocks of the front page" items={blocks} keyOf={blockKey} nameOf={nameOf} onChange={onChange}>
      {(block) => (
        <div className="py-1.5">
          <p className="font-semibold wrap-anywhere">{nameOf(block)}</p>
          {block.kind === 'section' ? (
            <Section
              block={block}
              name={nameOf(block)}
              category={categories.find(({ slug }) => slug === block.category)}
              onChange={(changed) => onChange(blocks.map((one) => (one === block ? changed : one)))}
            />
          ) : (
            <p className="text-xs text-ink-2">
              {fixedBlocks[block.kind].text}
              {block.kind === 'sections' && ` ${othersText(blocks, categories)}`}
            </p>
          )}
        </div>
      )}
    </OrderedList>
  );
}

type SectionBlock = Extract<FrontPageBlock, { kind: 'section' }>;

type SectionProps = {
  block: SectionBlock;
  name: string;
  category: AdminCategory | undefined;
  onChange: (block: SectionBlock) => void;
};

function Section({ block, name, category, onChange }: SectionProps) {
  if (!category) return <p className="text-xs font-medium text-danger">This category is gone. Remove its block.</p>;
  return (
    <>
      {category.post_count === 0 && <p className="text-xs text-ink-2">Not shown: it has no public posts yet.</p>}
      <LayoutChoice name={name} value={block.layout} onChange={(layout) => onChange({ ...block, layout })} />
    </>
  );
}

/** The categories that the block of all others shows now. */
function othersText(blocks: readonly FrontPageBlock[], categories: readonly AdminCategory[]): string {
  const named = blocks.map((block) => block.kind === 'section' && block.category);
  const others = categories.filter((one) => one.on_home && one.post_count > 0 && !named.includes(one.slug));
  return others.length > 0 ? `Now: ${others.map(({ name }) => name).join(', ')}.` : 'Now there are none.';
}
