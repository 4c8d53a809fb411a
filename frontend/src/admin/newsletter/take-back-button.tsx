import type { Issue } from '../../api/types';
import { Button } from '../../ui/button';
import { useIssueChange } from './use-issue-change';

type TakeBackButtonProps = { issue: Issue; look: 'ink' | 'outline'; size?: 'sm'; className?: string };

/** Takes an issue back that still waits. */
export function TakeBackButton({ issue, ...button }: TakeBackButtonProps) {
  const change = useIssueChange(issue.id);
  return (
    <Button
      {...button}
      aria-label={`Take it back: ${issue.subject}`}
      busy={change.isPending}
      onClick={() => change.mutate('undo')}
    >
      {change.isPending ? 'Taking it back...' : 'Take it back'}
    </Button>
  );
}
