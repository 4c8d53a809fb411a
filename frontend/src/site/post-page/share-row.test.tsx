import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { ToastArea } from '../messages/toast-area';
import { ShareRow } from './share-row';

const url = 'https://news.example/post/slug/a-post';

function draw() {
  render(
    <>
      <ShareRow url={url} title="A post" image={null} />
      <ToastArea />
    </>,
  );
}

afterEach(() => vi.restoreAllMocks());

it('copies the canonical link and says so', async () => {
  const user = userEvent.setup();
  draw();
  await user.click(screen.getByRole('button', { name: 'Copy Link' }));
  expect(await screen.findByText('Link copied to clipboard!')).toBeInTheDocument();
  expect(await navigator.clipboard.readText()).toBe(url);
});

it('copies in the old way where the new one is refused', async () => {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
  let copied = '';
  document.execCommand = vi.fn(() => {
    copied = document.querySelector('textarea')?.value ?? '';
    return true;
  });
  draw();
  await user.click(screen.getByRole('button', { name: 'Copy Link' }));
  await waitFor(() => expect(copied).toBe(url));
  expect(document.querySelector('textarea')).toBeNull();
  expect(screen.getByRole('button', { name: 'Copy Link' })).toHaveFocus();
});

it('opens the targets in a new tab, but mail where it is', () => {
  draw();
  expect(screen.getByRole('link', { name: 'Share on WhatsApp' })).toHaveAttribute('target', '_blank');
  expect(screen.getByRole('link', { name: 'Share by E-mail' })).not.toHaveAttribute('target');
  expect(screen.getAllByRole('link')).toHaveLength(8);
});
