import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Category } from '../../api/types';
import { Button } from '../../ui/button';
import { AdminTitle } from '../shell/admin-title';
import { categoriesQuery } from './api';
import { DeleteDialog } from './delete-dialog';
import { NameDialog } from './name-dialog';

/** Slugs of categories that the site's own lists need; the server refuses to delete them, too. */
const BUILT_IN: readonly string[] = ['latest-news', 'trending', 'sponsored'];

type OpenDialog = { action: 'create' } | { action: 'rename' | 'delete'; category: Category };

/** `/admin/categories`: the sections that posts are filed under. */
export function CategoriesPage() {
  const { data, isError, isPending, refetch } = useQuery(categoriesQuery);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);

  return (
    <div className="mx-auto max-w-3xl">
      <AdminTitle>Categories</AdminTitle>
      <div className="flex flex-wrap items-center justify-between gap-3 border-b-2 border-rule-strong pb-3">
        <h1 className="text-2xl font-semibold tracking-tight">Categories</h1>
        <Button onClick={() => setDialog({ action: 'create' })}>New category</Button>
      </div>
      {isPending && <p className="py-10 text-sm text-ink-2">Loading categories…</p>}
      {isError && (
        <div role="alert" className="flex flex-wrap items-center gap-3 py-6 text-sm font-medium text-danger">
          Failed to load the categories.
          <Button look="outline" size="sm" onClick={() => refetch()}>
            Try again
          </Button>
        </div>
      )}
      <ul aria-label="Categories">
        {data?.map((category) => (
          <li key={category.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-rule py-2">
            <div className="mr-auto min-w-40">
              <p className="font-semibold wrap-anywhere">{category.name}</p>
              <a
                href={`/category/${category.slug}`}
                target="_blank"
                rel="noopener"
                className="text-xs text-ink-2 underline-offset-4 hover:underline"
              >
                /category/{category.slug}
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
            </div>
            <Button
              look="outline"
              size="sm"
              className="min-h-10 px-4"
              onClick={() => setDialog({ action: 'rename', category })}
            >
              Rename<span className="sr-only"> {category.name}</span>
            </Button>
            {BUILT_IN.includes(category.slug) ? (
              <p className="w-20 text-center text-xs text-ink-3">Built in</p>
            ) : (
              <Button
                look="quiet"
                size="sm"
                className="min-h-10 w-20 text-danger"
                onClick={() => setDialog({ action: 'delete', category })}
              >
                Delete<span className="sr-only"> {category.name}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {dialog?.action === 'create' && <NameDialog category={null} onClose={close} />}
      {dialog?.action === 'rename' && <NameDialog category={dialog.category} onClose={close} />}
      {dialog?.action === 'delete' && <DeleteDialog category={dialog.category} all={data ?? []} onClose={close} />}
    </div>
  );
}
