import { expect, it } from 'vitest';
import { mayShowPopup, saveClosed, saveSubscribed } from './newsletter-storage';

const day = 24 * 60 * 60 * 1000;

it('invites a new reader', () => {
  expect(mayShowPopup(0)).toBe(true);
});

it('leaves a reader who closed it alone for 30 days', () => {
  saveClosed(1000);
  expect(mayShowPopup(1000 + 30 * day - 1)).toBe(false);
  expect(mayShowPopup(1000 + 30 * day)).toBe(true);
});

it('never asks somebody who subscribed, whatever is closed later', () => {
  saveSubscribed();
  saveClosed(0);
  expect(mayShowPopup(400 * day)).toBe(false);
});

it('does not mind nonsense in the storage', () => {
  for (const text of ['{', 'null', '7']) {
    localStorage.setItem('newsletter', text);
    expect(mayShowPopup(0)).toBe(true);
  }
});
