import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Button } from '../../ui/button';
import { Tool, ToolRow } from './tool-row';

test('a row is one stop, the arrows lead along it and past what cannot be used, and it begins again', async () => {
  const used: string[] = [];
  const tool = (name: string) => <Button onClick={() => used.push(name)}>{name}</Button>;
  render(
    <>
      <ToolRow aria-label="Taa">
        <Tool>{tool('Edit')}</Tool>
        <Tool disabled>{tool('Delete')}</Tool>
        <Tool>
          <a href="/post/taa">View</a>
        </Tool>
      </ToolRow>
      <button type="button">Next</button>
    </>,
  );
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'Edit' })).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('link', { name: 'View' })).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}{Enter}');
  expect(used).toEqual(['Edit']);
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus();
});
