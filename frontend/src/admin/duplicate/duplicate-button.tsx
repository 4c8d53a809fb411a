import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { IdempotencyKey } from '../../api/idempotency-key';
import { ApiProblem } from '../../api/problem';
import { Button } from '../../ui/button';
import { duplicatePost, reloadPosts } from '../calls/posts';

type DuplicateButtonProps = {
  post: { id: number; title: string };
  className: string;
};

/** Makes a draft from what is saved of a post, and opens it in the form. */
export function DuplicateButton({ post, className }: DuplicateButtonProps) {
  const client = useQueryClient();
  const [, setParams] = useSearchParams();
  const isAlone = useLocation().pathname.startsWith('/admin/posts/');
  const navigate = useNavigate();
  const [key] = useState(() => new IdempotencyKey());
  const duplicate = useMutation({
    mutationFn: () => duplicatePost(post.id, key),
    onSuccess: (copy) => {
      toast.success('Draft made from a copy.');
      void reloadPosts(client);
      if (isAlone) void navigate(`/admin/posts/${copy.id}`);
      else setParams((params) => new URLSearchParams([...params, ['edit', String(copy.id)]]), { replace: true });
    },
    onError: (cause) => {
      console.error(cause);
      toast.error(cause instanceof ApiProblem ? cause.error : 'The post was not duplicated. Try again.');
    },
  });
  return (
    <Button look="quiet" size="sm" className={className} busy={duplicate.isPending} onClick={() => duplicate.mutate()}>
      <Copy aria-hidden="true" />
      Duplicate<span className="sr-only"> {post.title}</span>
    </Button>
  );
}
