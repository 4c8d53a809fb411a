import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { OrderedList } from './ordered-list';
import { placeOf } from './use-drag-to-order';

function List({ names }: { names: string[] }) {
  const [items, setItems] = useState(names);
  return (
    <OrderedList label="Towns" items={items} keyOf={(name) => name} nameOf={(name) => name} onChange={setItems}>
      {(name) => <span>{name}</span>}
    </OrderedList>
  );
}

const towns = ['Lamu', 'Kisumu', 'Nakuru'];
const shown = () =>
  within(screen.getByRole('list'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const button = (name: string) => screen.getByRole('button', { name });

it('moves an item by its buttons, which keep the focus, and says where it went', async () => {
  const user = userEvent.setup();
  render(<List names={towns} />);
  await user.click(button('Move down: Lamu'));
  expect(shown()).toEqual(['Kisumu', 'Lamu', 'Nakuru']);
  expect(button('Move down: Lamu')).toHaveFocus();
  expect(screen.getByRole('status')).toHaveTextContent('Lamu is now 2 of 3.');

  await user.keyboard('{Enter}{Enter}');
  expect(shown()).toEqual(['Kisumu', 'Nakuru', 'Lamu']);
  expect(button('Move down: Lamu')).toHaveFocus();
  expect(button('Move down: Lamu')).toHaveAttribute('aria-disabled', 'true');
});

it('removes an item, and the focus goes to the one that takes its place', async () => {
  const user = userEvent.setup();
  render(<List names={towns} />);
  await user.click(button('Remove: Kisumu'));
  expect(shown()).toEqual(['Lamu', 'Nakuru']);
  expect(button('Remove: Nakuru')).toHaveFocus();
  expect(screen.getByRole('status')).toHaveTextContent('Kisumu is removed.');
  await user.keyboard('{Enter}');
  expect(button('Remove: Lamu')).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('list')).toHaveFocus();
});

it('drags an item to another place, and leaves it where it was after Escape', () => {
  Element.prototype.setPointerCapture = vi.fn();
  render(<List names={towns} />);
  for (const [index, row] of screen.getAllByRole('listitem').entries()) {
    row.getBoundingClientRect = () => ({ top: index * 50, height: 40 }) as DOMRect;
  }
  const [handle] = screen.getAllByTitle('Drag to another place');
  if (!handle) throw new Error('no handle');
  fireEvent.pointerDown(handle, { button: 0, clientY: 200 });
  fireEvent.pointerMove(handle, { clientY: 260 });
  fireEvent.keyDown(window, { key: 'Escape' });
  fireEvent.pointerUp(handle, { clientY: 260 });
  expect(shown()).toEqual(towns);

  fireEvent.pointerDown(handle, { button: 0, clientY: 200 });
  fireEvent.pointerMove(handle, { clientY: 260 });
  fireEvent.pointerUp(handle, { clientY: 260 });
  expect(shown()).toEqual(['Kisumu', 'Lamu', 'Nakuru']);
  expect(screen.getByRole('status')).toHaveTextContent('Lamu is now 2 of 3.');
});

it('lands after each row whose middle was passed', () => {
  const rows = [0, 50, 100, 150].map((top) => ({ top, height: 40 }));
  expect([0, 20, 35, 85, 500].map((offset) => placeOf(rows, 0, offset))).toEqual([0, 0, 1, 2, 3]);
  expect([-20, -35, -140, -900].map((offset) => placeOf(rows, 3, offset))).toEqual([3, 2, 0, 0]);
});
