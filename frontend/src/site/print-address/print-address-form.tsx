import { savePrintAddress } from '../../api/queries/subscriptions';
import type { PrintAddress } from '../../api/types';
import { buttonLook } from '../../ui/button-look';
import { FormError } from '../forms/form-error';
import { TextField } from '../forms/text-field';
import { text, useSubmit } from '../forms/use-submit';
import { showToast } from '../messages/show-toast';

type PrintAddressFormProps = {
  address: PrintAddress | null;
  /** What a guest's purchase proves itself by. */
  code?: string;
  onSaved: (address: PrintAddress) => void;
};

const fields: { name: keyof PrintAddress; label: string; complete: string; whole?: boolean; optional?: boolean }[] = [
  { name: 'name', label: 'Name', complete: 'name', whole: true },
  { name: 'line1', label: 'Street, or box number', complete: 'address-line1', whole: true },
  { name: 'line2', label: 'Building, floor (optional)', complete: 'address-line2', whole: true, optional: true },
  { name: 'postcode', label: 'Postcode (optional)', complete: 'postal-code', optional: true },
  { name: 'city', label: 'Town or city', complete: 'address-level2' },
  { name: 'country', label: 'Country', complete: 'country-name' },
  { name: 'phone', label: 'Phone for the courier (optional)', complete: 'tel', optional: true },
];

/** Where the printed issues go. */
export function PrintAddressForm({ address, code, onSaved }: PrintAddressFormProps) {
  const sending = useSubmit(async (form) => {
    const typed = Object.fromEntries(fields.map(({ name }) => [name, text(form, name)])) as PrintAddress;
    const { message, print_address } = await savePrintAddress({ ...typed, address_code: code });
    onSaved(print_address);
    showToast('success', message).catch(() => {});
  }, 'The address could not be saved. Check your connection, then try again.');
  return (
    <form method="dialog" onSubmit={sending.onSubmit} className="grid gap-5">
      <FormError>{sending.error}</FormError>
      <div className="address-fields">
        {fields.map(({ name, label, complete, whole, optional }) => (
          <div key={name} className={whole ? 'whole' : undefined}>
            <TextField
              label={label}
              name={name}
              autoComplete={complete}
              required={!optional}
              maxLength={120}
              defaultValue={address?.[name] ?? (name === 'country' ? 'Kenya' : '')}
              error={sending.fields[name]}
            />
          </div>
        ))}
      </div>
      <p>
        <button type="submit" disabled={sending.busy} className={buttonLook()}>
          {sending.busy ? 'Saving…' : 'Save the address'}
        </button>
      </p>
    </form>
  );
}
