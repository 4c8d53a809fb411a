import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, apiPath } from '../../api/client';
import type { SettingsShades, SetUp } from '../../api/types';
import { setAfterChange } from '../after-change';
import { staffCall } from '../session/staff-call';
import { statusQuery } from './status';

const SET_UP = '/admin/set-up';

/** Poll interval while sample posts are written. */
const POLL_MS = 1000;

/** The questions and what became of each. For administrators; editors get 403. */
export const setUpQuery = queryOptions({
  queryKey: [SET_UP],
  queryFn: ({ signal }) => staffCall(() => api.get<SetUp>(SET_UP, { signal })),
  refetchInterval: ({ state }) => (state.data?.sample_posts.waiting ? POLL_MS : false),
});

/** Notes what became of a question. */
export function answer(question: string, state: 'answered' | 'skipped'): Promise<SetUp> {
  return staffCall(() => api.put<SetUp>(`${SET_UP}/${question}`, { state }));
}

/** Begins set-up, or puts its reminder away. */
export function putAway(isPutAway: boolean): Promise<SetUp> {
  return staffCall(() => api.put<SetUp>(SET_UP, { is_put_away: isPutAway }));
}

/** Adds the sample posts that were never added, as drafts. */
export function addSamplePosts(): Promise<SetUp> {
  return staffCall(() => api.post<SetUp>(`${SET_UP}/sample-posts`));
}

/** A colour as both themes would show it; null: as the style sheet has it. 422 `settings.invalid`: it cannot be read in one of them. */
export const shadesQuery = (colour: string) =>
  queryOptions({
    queryKey: ['/admin/settings/shades', colour],
    queryFn: ({ signal }) =>
      staffCall(() => api.get<SettingsShades>(apiPath('/admin/settings/shades', { colour }), { signal })),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** What the server answered, wherever it is shown. */
export async function takeOverSetUp(client: QueryClient, setUp: SetUp) {
  await setAfterChange(client, setUpQuery, setUp);
  void client.invalidateQueries({ queryKey: statusQuery.queryKey });
}
