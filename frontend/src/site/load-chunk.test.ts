import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadChunk, setDestination } from './load-chunk';

const reload = vi.fn();
const assign = vi.fn();

beforeEach(() => {
  sessionStorage.clear();
  reload.mockReset();
  assign.mockReset();
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
  vi.spyOn(window.location, 'assign').mockImplementation(assign);
});

afterEach(() => {
  setDestination(() => null);
  vi.useRealTimers();
});

const fails = () => Promise.reject(new Error('Failed to fetch dynamically imported module'));

/** Lets the failure be noticed; the promise itself stays open, because the document is about to go. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

it('answers with the chunk', async () => {
  await expect(loadChunk(async () => 'page')).resolves.toBe('page');
});

it('reloads the page once, then gives the error to who asked', async () => {
  void loadChunk(fails);
  await settle();
  expect(reload).toHaveBeenCalledOnce();
  await expect(loadChunk(fails)).rejects.toThrow('Failed to fetch');
  expect(reload).toHaveBeenCalledOnce();
});

it('needs no storage: without it a chunk comes all the same, and a failure is told at once', async () => {
  const off = vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  });
  await expect(loadChunk(async () => 'page')).resolves.toBe('page');
  await expect(loadChunk(fails)).rejects.toThrow('Failed to fetch');
  expect(reload).not.toHaveBeenCalled();
  off.mockRestore();
});

it('may reload again after a chunk has come', async () => {
  void loadChunk(fails);
  await settle();
  await loadChunk(async () => 'page');
  void loadChunk(fails);
  await settle();
  expect(reload).toHaveBeenCalledTimes(2);
});

it('goes where the reader was going', async () => {
  setDestination(() => '/post/slug/a-post');
  void loadChunk(fails);
  await settle();
  expect(assign).toHaveBeenCalledWith('/post/slug/a-post');
});

it('gives up on a chunk after 120 seconds', async () => {
  vi.useFakeTimers();
  void loadChunk(() => new Promise<never>(() => {}));
  await vi.advanceTimersByTimeAsync(119_999);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(reload).toHaveBeenCalledOnce();
});
