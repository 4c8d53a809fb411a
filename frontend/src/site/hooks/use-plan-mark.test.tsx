import { act, render } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, it } from 'vitest';
import { removeBothTokens } from '../../api/tokens';
import { readerToken } from '../../testing/admin';
import { saveOwnPlan } from './own-plan';
import { usePlanMark } from './use-plan-mark';

const running = { subscribed: true, expires_at: '2027-11-30T09:00:00Z', server_now: '2026-11-28T09:00:00Z' };
const isMarked = () => document.documentElement.classList.contains('has-plan');

function Frame() {
  usePlanMark();
  return null;
}

beforeEach(() => localStorage.clear());

it('leaves the mark of the first paint through hydration, until the reader signs out', async () => {
  localStorage.setItem('token', readerToken());
  saveOwnPlan(running);
  const root = document.createElement('div');
  root.innerHTML = renderToString(<Frame />);
  const seen: boolean[] = [];
  const watch = new MutationObserver(() => seen.push(isMarked()));
  watch.observe(document.documentElement, { attributes: true });
  await act(() => hydrateRoot(root, <Frame />));
  expect(isMarked()).toBe(true);
  expect(seen).toEqual([]);
  act(() => removeBothTokens());
  expect(isMarked()).toBe(false);
  watch.disconnect();
});

it('takes the mark away where nobody is signed in', () => {
  document.documentElement.classList.add('has-plan');
  render(<Frame />);
  expect(isMarked()).toBe(false);
});
