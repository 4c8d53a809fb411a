import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { NO_FILTER, type PostFilter } from './api';
import { ListFilter } from './list-filter';

function Example({ asked }: { asked: PostFilter[] }) {
  const [filter, setFilter] = useState<PostFilter>({ ...NO_FILTER, sort: 'title' });
  const change = (next: Partial<PostFilter>) => {
    asked.push({ ...filter, ...next });
    setFilter({ ...filter, ...next });
  };
  return <ListFilter searchRef={null} filter={filter} categories={[]} onChange={change} />;
}

test('a state that is chosen right after typing keeps the words, and the search that waited does not undo it', async () => {
  const asked: PostFilter[] = [];
  render(<Example asked={asked} />);
  await userEvent.type(screen.getByLabelText('Search posts'), 'zebra');
  await userEvent.selectOptions(screen.getByLabelText('State'), 'draft');
  expect(asked).toEqual([{ ...NO_FILTER, q: 'zebra', status: 'draft', sort: 'title' }]);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(asked).toHaveLength(1);
});

test('by-line, tag and readers stand behind More, and Clear takes all but the order', async () => {
  const asked: PostFilter[] = [];
  render(<Example asked={asked} />);
  expect(screen.queryByRole('textbox', { name: 'By-line' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'By-line' }), 'Nafula Barasa');
  await userEvent.type(screen.getByRole('textbox', { name: 'Tagged' }), 'Solar');
  await userEvent.selectOptions(screen.getByLabelText('Open to'), 'subscribers');
  await waitFor(() =>
    expect(asked.at(-1)).toEqual({
      ...NO_FILTER,
      author: 'Nafula Barasa',
      tag: 'Solar',
      access: 'subscribers',
      sort: 'title',
    }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(asked.at(-1)).toEqual({ ...NO_FILTER, sort: 'title' });
  expect(screen.getByRole('button', { name: 'Clear' })).toBeDisabled();
});

test('letters that are typed while the address changes stay', async () => {
  const props = { searchRef: null, categories: [], onChange: () => undefined };
  const { rerender } = render(<ListFilter {...props} filter={NO_FILTER} />);
  const field = screen.getByLabelText('Search posts');
  await userEvent.type(field, 'so');
  await new Promise((resolve) => setTimeout(resolve, 300));
  await userEvent.type(field, 'l');
  rerender(<ListFilter {...props} filter={{ ...NO_FILTER, q: 'so' }} />);
  expect(field).toHaveValue('sol');
  await new Promise((resolve) => setTimeout(resolve, 300));
  rerender(<ListFilter {...props} filter={{ ...NO_FILTER, q: 'so' }} />);
  rerender(<ListFilter {...props} filter={NO_FILTER} />);
  expect(field).toHaveValue('');
});
