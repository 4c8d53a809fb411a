import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Field } from '../../ui/field';
import { LanguageControl } from './language-control';
import { ZoneControl, zoneOptions, zoneTitle } from './zone-control';

const user = userEvent.setup();

function Language({ first, onChange }: { first: string; onChange: (value: string) => void }) {
  const [value, setValue] = useState(first);
  const change = (next: string) => {
    setValue(next);
    onChange(next);
  };
  return (
    <Field label="Language">
      <LanguageControl value={value} disabled={false} onChange={change} />
    </Field>
  );
}

test('a language is chosen by its name, and its tag is what is kept', async () => {
  const changed = vi.fn();
  render(<Language first="en" onChange={changed} />);
  const list = screen.getByRole('combobox', { name: 'Language' });
  expect(list).toHaveDisplayValue('English');
  await user.selectOptions(list, 'Swahili (Kiswahili)');
  expect(changed).toHaveBeenLastCalledWith('sw');
  await user.selectOptions(list, 'Another language…');
  await user.clear(screen.getByLabelText('Its code'));
  await user.type(screen.getByLabelText('Its code'), 'gsw');
  expect(changed).toHaveBeenLastCalledWith('gsw');
  expect(list).toHaveDisplayValue('Another language…');
});

test('a language that the list does not have is shown by its name', () => {
  render(<Language first="gsw" onChange={() => {}} />);
  expect(screen.getByRole('combobox', { name: 'Language' })).toHaveDisplayValue(/^Swiss German/);
});

test('a time zone is chosen by its place, and its name in the standard is what is kept', async () => {
  const changed = vi.fn();
  render(
    <Field label="Time zone">
      <ZoneControl value="Africa/Nairobi" disabled={false} onChange={changed} />
    </Field>,
  );
  const list = screen.getByRole('combobox', { name: 'Time zone' });
  expect(list).toHaveDisplayValue('Nairobi (Africa)');
  await user.selectOptions(list, 'New York (America)');
  expect(changed).toHaveBeenLastCalledWith('America/New_York');
  expect(zoneTitle('America/Argentina/Buenos_Aires')).toBe('Buenos Aires (America, Argentina)');
  // One that this browser does not know stays chosen.
  expect(zoneOptions('Europe/Atlantis').find(({ zone }) => zone === 'Europe/Atlantis')?.name).toBe('Atlantis (Europe)');
  expect(zoneOptions('UTC').filter(({ zone }) => zone === 'UTC')).toEqual([{ zone: 'UTC', name: 'UTC' }]);
});
