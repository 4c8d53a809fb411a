import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { saveSubscribed } from './newsletter-storage';
import { PopupTimer } from './popup-timer';

vi.mock('./newsletter-popup', () => ({ NewsletterPopup: () => <p>You are invited</p> }));

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
