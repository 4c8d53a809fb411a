import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Menus, NavigationState } from '../../api/types';
import { staffCall } from '../session/staff-call';

const NAVIGATION = '/admin/navigation';

/**
 * The menus, and what they may lead to. For administrators; editors get 403. It is read once: a version that arrived by
 * itself would let a save write over what nobody here has seen.
 */
export const navigationQuery = queryOptions({
  queryKey: [NAVIGATION],
  queryFn: ({ signal }) => staffCall(() => api.get<NavigationState>(NAVIGATION, { signal })),
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

/** All or nothing; null brings the installation's menu back. 409 `settings.changed`: somebody else saved since. */
export function saveNavigation(
  version: number,
  values: { [Name in keyof Menus]?: Menus[Name] | null },
): Promise<NavigationState> {
  return staffCall(() => api.put<NavigationState>(NAVIGATION, { version, values }));
}
