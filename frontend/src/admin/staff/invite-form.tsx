import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { IdempotencyKey, isKeyReused } from '../../api/idempotency-key';
import { ApiProblem } from '../../api/problem';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import { ErrorLine } from '../screen/error-line';
import { errorText } from '../screen/error-text';
import { NoMailLine } from '../screen/no-mail-line';
import { showOutcome } from '../screen/outcome-toast';
import { z } from '../zod';
import { inviteStaff } from './api';
import { ROLES, RoleOptions } from './role-options';

const inviteSchema = z.object({
  email: z.string().trim().min(1, 'Email is required').pipe(z.email('Enter a full e-mail address')),
  role: z.enum(['contributor', 'author', 'editor', 'admin']),
});

type InviteFormValues = z.infer<typeof inviteSchema>;

/** Invites an address to the newsroom by mail. */
export function InviteForm({ onInvited }: { onInvited: () => unknown }) {
  const [failure, setFailure] = useState<string | null>(null);
  const [key] = useState(() => new IdempotencyKey());
  const {
    register,
    handleSubmit,
    setError,
    reset,
    control,
    formState: { errors, isSubmitting },
  } = useForm<InviteFormValues>({ resolver: zodResolver(inviteSchema), defaultValues: { email: '', role: 'editor' } });

  const chosen = useWatch({ control, name: 'role' });

  const submit = handleSubmit(async (wish) => {
    setFailure(null);
    try {
      const { message } = await inviteStaff(wish, key);
      showOutcome({ message, details: [`${wish.email} can register by the link in that e-mail.`] });
      reset();
      onInvited();
    } catch (cause) {
      if (isKeyReused(cause)) onInvited(); // what was sent before is in the list
      const atField = cause instanceof ApiProblem ? cause.fields.email : undefined;
      if (atField) setError('email', { message: atField });
      else setFailure(errorText(cause));
    }
  });

  return (
    <section
      aria-labelledby="invite-title"
      className="grid content-start gap-4 self-start rounded-lg border border-rule bg-raised p-5"
    >
      <div className="grid gap-1">
        <h2 id="invite-title" className="text-lg font-semibold">
          Invite somebody
        </h2>
        <p className="text-sm text-ink-2">
          They get an e-mail with a link, good for 7 days, and choose their own password.
        </p>
        <NoMailLine />
      </div>
      <form onSubmit={submit} noValidate className="grid gap-4">
        {failure && <ErrorLine look="box">{failure}</ErrorLine>}
        <Field label="Email" error={errors.email?.message} required>
          <Input type="email" autoComplete="off" {...register('email')} />
        </Field>
        <Field label="Role" hint={ROLES.find(({ role }) => role === chosen)?.may}>
          <Select {...register('role')}>
            <RoleOptions />
          </Select>
        </Field>
        <Button type="submit" look="ember" busy={isSubmitting}>
          {isSubmitting ? 'Sending...' : 'Send invite'}
        </Button>
      </form>
    </section>
  );
}
