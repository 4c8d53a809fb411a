import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { api } from '../../api/client';
import type { DeskChoice } from '../../api/types';
import { staffCall } from '../session/staff-call';

const CHOICE = '/admin/desk-choice';

type DeskStart = DeskChoice['begins_with'];

const deskChoiceQuery = queryOptions({
  queryKey: [CHOICE],
  queryFn: ({ signal }) => staffCall(() => api.get<DeskChoice>(CHOICE, { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});

export type KnownDeskChoice = { beginsWith: DeskStart; choose: (next: DeskStart) => Promise<void> };

/** What `/admin` begins with for this account; undefined until it is known. */
export function useDeskChoice() {
  const client = useQueryClient();
  const { data, isError } = useQuery(deskChoiceQuery);
  const beginsWith = data?.begins_with ?? (isError ? 'form' : undefined);

  async function choose(next: DeskStart) {
    client.setQueryData(deskChoiceQuery.queryKey, { begins_with: next });
    try {
      await staffCall(() => api.put<DeskChoice>(CHOICE, { begins_with: next }));
      toast.success(next === 'list' ? 'Your desk begins with the list.' : 'Your desk begins with the form.');
    } catch (cause) {
      console.error(cause);
      client.setQueryData(deskChoiceQuery.queryKey, { begins_with: beginsWith ?? 'form' });
      toast.error('Your choice was not saved. Try again.');
    }
  }

  return { beginsWith, choose };
}
