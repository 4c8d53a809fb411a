import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Doctor } from '../../api/types';
import { staffCall } from '../session/staff-call';

const DOCTOR = '/admin/doctor';

/**
 * What is well with the site, and what is not. For administrators; editors get 403. The checks take seconds and ask
 * mail server, DNS and payment provider: they run when somebody asks, not whenever the window is looked at.
 */
export const doctorQuery = queryOptions({
  queryKey: [DOCTOR],
  queryFn: ({ signal }) => staffCall(() => api.get<Doctor>(DOCTOR, { signal })),
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});
