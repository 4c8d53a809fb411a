import { render, screen, waitFor } from '@testing-library/react';
import { Toaster } from 'react-hot-toast';
import { expect, test } from 'vitest';
import { showOutcome } from './outcome-toast';

test('one message stands at a time, and the same words once more are a new one', async () => {
  render(<Toaster />);
  const saved = { message: 'Draft saved', details: ['Nobody is e-mailed before you send it.'] };
  showOutcome(saved);
  const first = await screen.findByText('Draft saved');
  showOutcome(saved);
  await waitFor(() => expect(screen.getByText('Draft saved')).not.toBe(first));
  showOutcome({ message: 'Newsletter scheduled' });
  await screen.findByText('Newsletter scheduled');
  expect(screen.queryByText('Draft saved')).not.toBeInTheDocument();
});
