import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { ApiProblem } from '../../api/problem';
import type { PostLinkList } from '../../api/types';
import { Button } from '../../ui/button';
import { formatMoment } from '../time/publication-time';
import { checkLinks, reloadPostLinks } from './api';

/** When the links of the saved post were asked, and the way to ask them again. */
export function LinkAnswers({ postId, links: { data, state } }: { postId: number; links: PostLinkList }) {
  const client = useQueryClient();
  const check = useMutation({
    mutationFn: () => checkLinks(postId),
    onError: (cause) => {
      console.error(cause);
      toast.error(cause instanceof ApiProblem ? cause.error : 'The links were not checked. Try again.');
    },
    onSettled: () => reloadPostLinks(client, postId),
  });
  if (data.length === 0) return null;
  const running = state === 'running' || check.isPending;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-t border-rule pt-3">
      <p className="text-xs text-ink-2">{running ? 'Checking the links…' : linksText(data, state)}</p>
      {(state === 'idle' || state === 'running') && (
        <Button
          look="outline"
          size="sm"
          className="min-h-10 pointer-coarse:min-h-11"
          disabled={running}
          onClick={() => check.mutate()}
        >
          Check again
        </Button>
      )}
    </div>
  );
}

function linksText(links: PostLinkList['data'], state: PostLinkList['state']): string {
  const count = links.length === 1 ? '1 link' : `${links.length} links`;
  if (state === 'held') return `${count}. This copy is held: it asks nobody.`;
  if (state === 'off') return `${count}. Checks of links are switched off.`;
  const [oldest] = links.map(({ checked_at }) => checked_at ?? '').sort();
  return oldest ? `${count}, checked on ${formatMoment(oldest)}.` : `${count}, not checked yet.`;
}
