import { Eye, History } from 'lucide-react';
import type { AdminPage } from '../../api/types';
import { Button } from '../../ui/button';
import { buttonLook } from '../../ui/button-look';
import { ScreenTitle } from '../screen/screen-title';
import { refOf } from './api';

/** What the form is about, and what can be looked at beside it. */
export function PageFormHeading({
  id,
  page,
  onHistory,
}: {
  id: string;
  page: AdminPage | null;
  onHistory: () => void;
}) {
  return (
    <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <ScreenTitle id={id}>{page ? 'Edit page' : 'New page'}</ScreenTitle>
      {page && (
        <div className="flex min-w-0 flex-wrap items-center gap-x-2">
          <a
            href={page.path}
            target="_blank"
            rel="noopener"
            className="me-2 min-w-0 truncate text-sm text-ink-2 underline-offset-4 hover:underline"
          >
            {page.path}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
          {page.id !== null && (
            <Button look="quiet" size="sm" className="min-h-9" onClick={onHistory}>
              <History aria-hidden="true" />
              History
            </Button>
          )}
          <a
            href={`/admin/pages/${refOf(page)}/preview`}
            target="_blank"
            rel="noopener"
            className={buttonLook({ look: 'quiet', size: 'sm', className: 'min-h-9' })}
          >
            <Eye aria-hidden="true" />
            Preview
            <span className="sr-only"> of what is saved (opens in a new tab)</span>
          </a>
        </div>
      )}
    </div>
  );
}
