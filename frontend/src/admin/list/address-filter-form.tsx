import type { ReactNode } from 'react';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import { useSyncedValue } from '../../ui/use-synced-value';
import { isAdministrator } from '../session/staff-session';

type AddressFilterFormProps = {
  /** What is searched for: how an address begins, for editors a whole one. */
  q: string;
  onSearch: (q: string) => void;
  /** The `FilterSelect`s beside the search. */
  children: ReactNode;
};

/** Searches a list by e-mail address, and filters it. */
export function AddressFilterForm({ q, onSearch, children }: AddressFilterFormProps) {
  const field = useSyncedValue(q);
  return (
    <form
      aria-label="Search and filter"
      className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(String(new FormData(event.currentTarget).get('q')).trim());
      }}
    >
      <div className="col-span-2 flex items-end gap-3">
        <Field
          label="Search by address"
          hint={isAdministrator() ? 'How an e-mail address begins.' : 'A whole e-mail address.'}
          className="min-w-0 flex-1 sm:w-72 sm:flex-none"
        >
          <Input {...field} type="search" name="q" maxLength={254} autoComplete="off" />
        </Field>
        <Button type="submit" look="outline">
          Search
        </Button>
      </div>
      {children}
    </form>
  );
}

type FilterSelectProps = {
  label: string;
  className: string;
  value: string;
  /** Values with what they are called. */
  options: readonly (readonly [value: string, label: string])[];
  onChoose: (value: string) => void;
};

export function FilterSelect({ label, className, value, options, onChoose }: FilterSelectProps) {
  return (
    <Field label={label} className={className}>
      <Select value={value} onChange={(event) => onChoose(event.target.value)}>
        <option value="">All</option>
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}
