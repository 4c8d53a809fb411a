import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { ApiProblem } from '../../api/problem';
import type { Role } from '../../api/types';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { refetchAfterChange } from '../after-change';
import { ErrorLine } from '../screen/error-line';
import { errorText } from '../screen/error-text';
import { ScreenTitle } from '../screen/screen-title';
import { staffId } from '../session/staff-session';
import { setStaffRole, staffQuery, withdrawInvite } from './api';
import { InviteForm } from './invite-form';
import { InviteRow } from './invite-row';
import { roleWithArticle } from './role-options';
import { StaffRow } from './staff-row';

type Change = { id: number; email: string; role: Role };

/** `/admin/staff`: who belongs to the newsroom. For administrators; the server tells others so. */
export function StaffPage() {
  const client = useQueryClient();
  const { data, error, isPending, refetch } = useQuery(staffQuery);
  /** What is asked about before it is done: a removal, or giving up one's own rights. */
  const [asked, setAsked] = useState<Change | null>(null);
  const me = staffId();

  const reload = () => refetchAfterChange(client, { queryKey: staffQuery.queryKey });
  const answered = {
    onSuccess: ({ message }: { message: string }) => toast.success(message),
    onError: (cause: unknown) => {
      console.error(cause);
      toast.error(errorText(cause));
    },
    onSettled: reload,
  };
  const change = useMutation({ mutationFn: ({ id, role }: Change) => setStaffRole(id, role), ...answered });
  const withdraw = useMutation({ mutationFn: withdrawInvite, ...answered });

  const wish = (wanted: Change) =>
    wanted.role === 'reader' || wanted.id === me ? setAsked(wanted) : change.mutate(wanted);

  if (error instanceof ApiProblem && error.status === 403) {
    return (
      <>
        <ScreenTitle>Staff</ScreenTitle>
        <ErrorLine look="refusal" className="mt-4">
          {error.error}
        </ErrorLine>
      </>
    );
  }

  return (
    <>
      <ScreenTitle>Staff</ScreenTitle>
      <p className="mt-1 max-w-[60ch] text-sm text-ink-2">
        Contributors write drafts that editors approve. Authors publish their own posts. Editors publish everything and
        send the newsletter. Administrators also look after staff, settings and refunds. A change of role signs that
        person out.
      </p>
      {error && (
        <ErrorLine look="box" className="mt-6" onRetry={() => refetch()}>
          The staff could not be loaded.
        </ErrorLine>
      )}
      <div className="mt-8 grid gap-10 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-16">
        <div className="grid content-start gap-10">
          <section aria-labelledby="staff-title" aria-busy={isPending}>
            <h2 id="staff-title" className="border-b-2 border-rule-strong pb-3 text-lg font-semibold">
              Newsroom
            </h2>
            {isPending && <p className="py-6 text-sm text-ink-2">Loading staff…</p>}
            <ul>
              {data?.data.map((member) => (
                <StaffRow
                  key={member.id}
                  member={member}
                  isMe={member.id === me}
                  busy={change.isPending && change.variables.id === member.id}
                  onRole={(role) => wish({ id: member.id, email: member.email, role })}
                />
              ))}
            </ul>
          </section>
          {data && data.invites.length > 0 && (
            <section aria-labelledby="invites-title">
              <h2 id="invites-title" className="border-b-2 border-rule-strong pb-3 text-lg font-semibold">
                Open invites
              </h2>
              <ul>
                {data.invites.map((invite) => (
                  <InviteRow
                    key={invite.id}
                    invite={invite}
                    busy={withdraw.isPending && withdraw.variables === invite.id}
                    onWithdraw={() => withdraw.mutate(invite.id)}
                  />
                ))}
              </ul>
            </section>
          )}
        </div>
        <InviteForm onInvited={reload} />
      </div>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={asked?.role === 'reader' ? `Remove ${asked.email} from the newsroom?` : 'Give up your own rights?'}
        confirmLabel={asked && asked.role !== 'reader' ? `Become ${roleWithArticle(asked.role)}` : 'Remove'}
        onConfirm={() => {
          if (asked) change.mutate(asked);
          setAsked(null);
        }}
      >
        {asked?.id === me
          ? 'You are signed out at once, and only another administrator can undo it.'
          : 'They are signed out at once and keep a reader’s account. Their posts stay.'}
      </ConfirmDialog>
    </>
  );
}
