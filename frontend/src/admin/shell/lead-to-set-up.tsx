import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { statusQuery } from '../calls/status';

/** Leads the administrator of a fresh publication to its questions, once: the screen there says that somebody came. */
export function LeadToSetUp() {
  const { data } = useQuery(statusQuery);
  return data?.set_up === 'lead' ? <Navigate to="/admin/set-up" replace /> : null;
}
