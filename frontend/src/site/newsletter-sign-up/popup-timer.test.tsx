import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { saveSubscribed } from './newsletter-storage';
import { PopupTimer } from './popup-timer';

vi.mock('./newsletter-popup', () => ({
  NewsletterPopup: ({ takesFocus }: { takesFocus: boolean }) => <p data-takes-focus={takesFocus}>You are invited</p>,
}));

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
  render(<PopupTimer />);
});
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('invites after five seconds', async () => {
  await pass(4_999);
  expect(screen.queryByText('You are invited')).toBeNull();
  await pass(1);
  vi.useRealTimers();
  expect(await screen.findByText('You are invited')).toBeVisible();
});

it('does not invite who signed up on the page meanwhile', async () => {
  await pass(3_000);
  saveSubscribed();
  await pass(60_000);
  vi.useRealTimers();
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.queryByText('You are invited')).toBeNull();
});

it.each([
  ['a mouse or a finger was used last', 'pointermove', 'false'],
  ['the keyboard was', 'keydown', 'true'],
])('takes the focus or leaves it: %s', async (_, last, takesFocus) => {
  for (const kind of ['keydown', 'pointerdown', last]) window.dispatchEvent(new Event(kind));
  await pass(5_000);
  vi.useRealTimers();
  expect(await screen.findByText('You are invited')).toHaveAttribute('data-takes-focus', takesFocus);
});

it('waits while somebody types, in a field of any kind', async () => {
  const field = document.createElement('textarea');
  document.body.append(field);
  field.focus();
  await pass(5_000);
  expect(screen.queryByText('You are invited')).toBeNull();
  field.remove();
  await pass(5_000);
  vi.useRealTimers();
  expect(await screen.findByText('You are invited')).toBeVisible();
});
