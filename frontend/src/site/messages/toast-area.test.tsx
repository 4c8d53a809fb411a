import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { toast } from 'react-hot-toast';
import { afterEach, expect, it } from 'vitest';
import { showToast } from './show-toast';
import { ToastArea } from './toast-area';

afterEach(() => act(() => toast.remove()));

it('shows a toast that was asked for before there was an area', async () => {
  await showToast('error', 'Please login to check your subscription.');
  render(<ToastArea />);
  expect(await screen.findByText('Please login to check your subscription.')).toBeInTheDocument();
});

it('comes with the first press, and not before', async () => {
  const { container } = render(<ToastArea />);
  await act(() => import('../../ui/toaster')); // by now it could be drawn
  expect(container).toBeEmptyDOMElement();
  fireEvent.click(document.body);
  await waitFor(() => expect(container).not.toBeEmptyDOMElement());
});
