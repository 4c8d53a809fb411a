import { type ComponentProps, useState } from 'react';
import { buttonLook } from '../../ui/button-look';
import { TextField } from '../forms/text-field';

/** A password that can be shown while it is typed. */
export function PasswordField({
  label = 'Password',
  ...field
}: Omit<ComponentProps<typeof TextField>, 'type' | 'end' | 'label'> & { label?: string }) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      name="password"
      required
      maxLength={512}
      {...field}
      label={label}
      type={shown ? 'text' : 'password'}
      autoCapitalize="off"
      spellCheck={false}
      end={
        <button
          type="button"
          className={`${buttonLook({ look: 'quiet', size: 'icon' })} absolute top-0 end-0`}
          aria-label={shown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!shown)}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true" className="icon">
            <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z" />
            {shown && <path d="M4 4l16 16" />}
          </svg>
        </button>
      }
    />
  );
}
