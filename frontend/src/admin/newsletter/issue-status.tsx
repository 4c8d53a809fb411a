import type { Issue } from '../../api/types';
import { cn } from '../../ui/cn';
import { statusOf } from './issue-labels';

export function IssueStatus({ issue }: { issue: Issue }) {
  const { label, look } = statusOf(issue);
  return <span className={cn('inline-block rounded-sm px-2 py-0.5 text-xs font-semibold', look)}>{label}</span>;
}
