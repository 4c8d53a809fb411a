import { useState } from 'react';
import type { AdminCategory, FrontPageBlock } from '../../api/types';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Select } from '../../ui/select';
import { blockKey, type FixedKind, fixedBlocks } from '../settings-form/block-names';

type AddBlockProps = {
  blocks: readonly FrontPageBlock[];
  categories: readonly AdminCategory[];
  onAdd: (block: FrontPageBlock) => void;
};

/** What is not on the front page yet, to be put at its end. */
export function AddBlock({ blocks, categories, onAdd }: AddBlockProps) {
  const [chosen, setChosen] = useState('');
  const [said, setSaid] = useState('');
  const taken = new Set(blocks.map(blockKey));
  const fixed = (Object.keys(fixedBlocks) as FixedKind[])
    .filter((kind) => !taken.has(kind))
    .map((kind) => ({ block: { kind } as FrontPageBlock, name: fixedBlocks[kind].name }));
  const sections = categories
    // Paid posts have a block that marks them.
    .filter(({ slug }) => slug !== 'sponsored' && !taken.has(`section ${slug}`))
    .map(({ slug, name }) => ({ block: { kind: 'section', category: slug, layout: 'auto' } as FrontPageBlock, name }));

  function add() {
    const found = [...fixed, ...sections].find(({ block }) => blockKey(block) === chosen);
    if (!found) return;
    onAdd(found.block);
    setChosen('');
    setSaid(`${found.name} is added at the end.`);
  }

  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label="Add a block" className="min-w-56 flex-1">
        <Select value={chosen} onChange={(event) => setChosen(event.target.value)}>
          <option value="">Choose what to add</option>
          {[
            { label: 'Blocks', options: fixed },
            { label: 'Sections of one category', options: sections },
          ]
            .filter(({ options }) => options.length > 0)
            .map(({ label, options }) => (
              <optgroup key={label} label={label}>
                {options.map(({ block, name }) => (
                  <option key={blockKey(block)} value={blockKey(block)}>
                    {name}
                  </option>
                ))}
              </optgroup>
            ))}
        </Select>
      </Field>
      <Button look="outline" disabled={chosen === ''} onClick={add}>
        Add at the end
      </Button>
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}
