import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';

type PasswordFieldProps = ComponentProps<'input'> & { error?: string; hint?: string };

/** A password that can be shown while it is typed. */
export function PasswordField({ error, hint, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label="Password" error={error} hint={hint} required>
      <div className="relative">
        <Input {...input} type={shown ? 'text' : 'password'} className="pe-12" />
        <Button
          look="quiet"
          size="icon"
          className="absolute top-0 end-0"
          aria-label={shown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        </Button>
      </div>
    </Field>
  );
}
