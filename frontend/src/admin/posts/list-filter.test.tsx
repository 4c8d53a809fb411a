import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { PostFilter } from './api';
import { ListFilter } from './list-filter';

function Example({ asked }: { asked: PostFilter[] }) {
  const [filter, setFilter] = useState<PostFilter>({ q: '', status: '', category: '' });
  const change = (next: PostFilter) => {
    asked.push(next);
    setFilter(next);
  };
  return <ListFilter searchRef={null} filter={filter} categories={[]} onChange={change} />;
}

test('a state that is chosen right after typing keeps the words, and the search that waited does not undo it', async () => {
  const asked: PostFilter[] = [];
  render(<Example asked={asked} />);
  await userEvent.type(screen.getByLabelText('Search posts'), 'zebra');
  await userEvent.selectOptions(screen.getByLabelText('State'), 'draft');
  expect(asked).toEqual([{ q: 'zebra', status: 'draft', category: '' }]);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(asked).toHaveLength(1);
});
