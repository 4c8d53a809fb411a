import { expect, it } from 'vitest';
import { mayInvite, rememberClosed, rememberSubscribed } from './newsletter-storage';

const day = 24 * 60 * 60 * 1000;

it('invites a new reader', () => {
  expect(mayInvite(0)).toBe(true);
});

it('leaves a reader who closed it alone for 30 days', () => {
  rememberClosed(1000);
  expect(mayInvite(1000 + 30 * day - 1)).toBe(false);
  expect(mayInvite(1000 + 30 * day)).toBe(true);
});

it('never asks somebody who subscribed, whatever is closed later', () => {
  rememberSubscribed();
  rememberClosed(0);
  expect(mayInvite(400 * day)).toBe(false);
});

it('does not mind nonsense in the storage', () => {
  for (const text of ['{', 'null', '7']) {
    localStorage.setItem('newsletter', text);
    expect(mayInvite(0)).toBe(true);
  }
});
