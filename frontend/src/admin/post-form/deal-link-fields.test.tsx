import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { EMPTY_DEAL } from '../post-values/deal-values';
import { DealLinkFields } from './deal-link-fields';

const user = userEvent.setup();

function Form() {
  const form = useForm({ defaultValues: { deal_links: [EMPTY_DEAL] } });
  return (
    <FormProvider {...form}>
      <DealLinkFields saved={[]} />
      <output>{form.formState.isDirty ? form.watch('deal_links.0.url') : 'untouched'}</output>
    </FormProvider>
  );
}

test('an address is completed once its field is left, and one that is no web address stays as it was typed', async () => {
  render(<Form />);
  const url = screen.getByLabelText('URL');
  await user.click(url);
  await user.tab();
  expect(screen.getByRole('status')).toHaveTextContent('untouched');
  await user.type(url, 'jumia.co.ke/x');
  await user.tab();
  expect(url).toHaveValue('https://jumia.co.ke/x');
  expect(screen.getByRole('status')).toHaveTextContent('https://jumia.co.ke/x');
  for (const other of ['localhost', 'javascript:alert(1)', 'a good lamp']) {
    await user.clear(url);
    await user.type(url, other);
    await user.tab();
    expect(url).toHaveValue(other);
  }
});

test('the text that a button has by itself stands in its empty field', async () => {
  render(<Form />);
  const button = screen.getByLabelText('Button text');
  expect(button).toHaveAttribute('placeholder', 'Learn More');
  await user.type(screen.getByLabelText('Store name'), 'Duka');
  expect(button).toHaveAttribute('placeholder', 'Duka');
});
