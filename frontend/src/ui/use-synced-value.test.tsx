import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { useSyncedValue } from './use-synced-value';

const user = userEvent.setup();

function Search({ value }: { value: string }) {
  return <input type="search" {...useSyncedValue(value)} />;
}

test('a field shows the value of the address, also after it was typed in', async () => {
  const { rerender } = render(<Search value="soko" />);
  const field = screen.getByRole('searchbox');
  expect(field).toHaveValue('soko');
  await user.type(field, ' la asubuhi');
  rerender(<Search value="soko la asubuhi" />);
  rerender(<Search value="back" />);
  expect(field).toHaveValue('back');
  await user.type(field, ' and away');
  field.blur();
  rerender(<Search value="" />);
  expect(field).toHaveValue('');
});

test('what is typed before the address has arrived stays', async () => {
  const { rerender } = render(<Search value="" />);
  const field = screen.getByRole('searchbox');
  await user.type(field, 'nothing');
  rerender(<Search value="noth" />);
  expect(field).toHaveValue('nothing');
  expect(field).toHaveFocus();
});
