import type { EmailLog } from '../../api/types';
import { cn } from '../../ui/cn';
import { STATUSES } from './email-log-labels';

export function EmailLogStatus({ status }: { status: EmailLog['status'] }) {
  const { label, look } = STATUSES[status];
  return <span className={cn('inline-block rounded-sm px-2 py-0.5 text-xs font-semibold', look)}>{label}</span>;
}
