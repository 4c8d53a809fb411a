import { Maximize2 } from 'lucide-react';
import { Link } from 'react-router';
import type { AdminPost } from '../../api/types';
import { buttonLook } from '../../ui/button-look';

/** Beside the heading of the form on the desk: the same form alone. */
export function FormTools({ post }: { post: AdminPost | null }) {
  return (
    <Link
      to={`/admin/posts/${post?.id ?? 'new'}`}
      className={buttonLook({ look: 'quiet', size: 'sm', className: 'min-h-9 pointer-coarse:min-h-11' })}
    >
      <Maximize2 aria-hidden="true" />
      Full page
    </Link>
  );
}
