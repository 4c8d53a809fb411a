import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { NO_FILTER, type PostFilter } from '../calls/posts';
import { ListFilter } from './list-filter';

const looks = { rows: 20, dense: true, onRows: () => {}, onDense: () => {} };

function Example({ asked, sort = 'title' }: { asked: PostFilter[]; sort?: string }) {
  const [chosen, setFilter] = useState<PostFilter>(NO_FILTER);
  const filter = { ...chosen, sort };
  const change = (next: Partial<PostFilter>) => {
    asked.push({ ...filter, ...next });
    setFilter({ ...filter, ...next });
  };
  return <ListFilter {...looks} searchRef={null} filter={filter} categories={[]} onChange={change} />;
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

test('a search leaves the space after a word, and another address wins over the field', async () => {
  const asked: Partial<PostFilter>[] = [];
  const props = {
    ...looks,
    searchRef: null,
    categories: [],
    onChange: (next: Partial<PostFilter>) => asked.push(next),
  };
  const { rerender } = render(<ListFilter {...props} filter={NO_FILTER} />);
  const field = screen.getByLabelText('Search posts');
  await userEvent.type(field, 'solar ');
  await waitFor(() => expect(asked).toEqual([{ q: 'solar', author: '', tag: '' }]));
  rerender(<ListFilter {...props} filter={{ ...NO_FILTER, q: 'solar' }} />);
  expect(field).toHaveValue('solar ');
  rerender(<ListFilter {...props} filter={{ ...NO_FILTER, q: 'wind' }} />);
  expect(field).toHaveValue('wind');
});

test('an order that is chosen while a search waits is kept', async () => {
  const asked: PostFilter[] = [];
  const { rerender } = render(<Example asked={asked} />);
  await userEvent.type(screen.getByLabelText('Search posts'), 'zebra');
  rerender(<Example asked={asked} sort="views" />);
  await waitFor(() => expect(asked).toEqual([{ ...NO_FILTER, q: 'zebra', sort: 'views' }]));
});
