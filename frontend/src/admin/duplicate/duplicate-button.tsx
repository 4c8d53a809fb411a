import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { useNavigate } from 'react-router';
import { IdempotencyKey } from '../../api/idempotency-key';
import { ApiProblem } from '../../api/problem';
import { Button } from '../../ui/button';
import { duplicatePost, reloadPosts } from '../calls/posts';
import { OUTCOME, showOutcome } from '../screen/outcome-toast';
import { Tool } from '../screen/tool-row';

type DuplicateButtonProps = {
  post: { id: number; title: string };
  className: string;
  /** Whether its icon alone is seen. */
  short?: boolean;
};

/** Makes a draft from what is saved of a post, and opens it; one of a row of tools. */
export function DuplicateButton({ post, className, short = false }: DuplicateButtonProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [key] = useState(() => new IdempotencyKey());
  const duplicate = useMutation({
    mutationFn: () => duplicatePost(post.id, key),
    onSuccess: (copy) => {
      showOutcome({ message: 'Draft made from a copy.' });
      void reloadPosts(client);
      void navigate(`/admin/posts/${copy.id}`);
    },
    onError: (cause) => {
      console.error(cause);
      toast.error(cause instanceof ApiProblem ? cause.error : 'The post was not duplicated. Try again.', OUTCOME);
    },
  });
  return (
    <Tool disabled={duplicate.isPending}>
      <Button
        look="quiet"
        size={short ? 'icon' : 'sm'}
        className={className}
        busy={duplicate.isPending}
        onClick={() => duplicate.mutate()}
      >
        <Copy aria-hidden="true" />
        <span className={short ? 'sr-only' : undefined}>Duplicate</span>
        <span className="sr-only"> {post.title}</span>
      </Button>
    </Tool>
  );
}
