import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import type { FormEvent } from 'react';
import toast from 'react-hot-toast';
import { Link, useParams } from 'react-router';
import { PageArticle } from '../../site/site-pages/page-article';
import { buttonLook } from '../../ui/button-look';
import { ErrorLine } from '../screen/error-line';
import { ScreenTitle } from '../screen/screen-title';
import { pageQuery, refOf } from './api';
import './page-preview.css';

/** The contact form of a preview mails nobody. */
function keepFromSending(submitted: FormEvent) {
  submitted.preventDefault();
  submitted.stopPropagation();
  toast('This is a preview: nothing was sent.');
}

/** `/admin/pages/{id or key}/preview`: a page as its readers will see it, from what is saved. */
export function PagePreviewPage() {
  const { data: page, isPending, isError, refetch } = useQuery(pageQuery(useParams().ref ?? ''));
  return (
    <>
      {!page && <ScreenTitle>Preview</ScreenTitle>}
      {isPending && <p className="py-10 text-ink-2">Loading the page…</p>}
      {isError && !page && (
        <ErrorLine className="py-6" onRetry={() => refetch()}>
          Failed to load page.
        </ErrorLine>
      )}
      {page && (
        <>
          <aside
            aria-label="Preview"
            className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-rule bg-sunk px-4 py-3 text-sm"
          >
            <p className="me-auto">
              <strong>Preview.</strong>{' '}
              {page.status === 'draft' ? 'This is a draft: only the newsroom sees it.' : 'This page is public.'}
            </p>
            <Link
              to={`/admin/pages/${refOf(page)}`}
              className={buttonLook({ look: 'outline', size: 'sm', className: 'min-h-9' })}
            >
              <Pencil aria-hidden="true" />
              Edit
            </Link>
          </aside>
          {/* Before the form hears of it. */}
          <div onSubmitCapture={keepFromSending}>
            <PageArticle page={page.view} />
          </div>
        </>
      )}
    </>
  );
}
