import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { ApiProblem } from '../../api/problem';
import type { AdminCategory } from '../../api/types';
import { Button } from '../../ui/button';
import { setAfterChange } from '../after-change';
import { categoriesQuery, orderCategories, reloadCategories } from '../calls/categories';
import { OrderedList } from '../forms/ordered-list';
import { useSavedOrder } from '../forms/use-saved-order';
import { ErrorLine } from '../screen/error-line';
import { ScreenTitle } from '../screen/screen-title';
import { DeleteDialog } from './delete-dialog';
import { EditDialog } from './edit-dialog';
import { NameDialog } from './name-dialog';

/** Slugs of categories that the site's own lists need; the server refuses to delete them, too. */
const BUILT_IN: readonly string[] = ['latest-news', 'trending', 'sponsored'];

type OpenDialog = { action: 'create' } | { action: 'edit' | 'delete'; category: AdminCategory };

/** `/admin/categories`: the sections that posts are filed under, in their order. */
export function CategoriesPage() {
  const { data, isError, isPending, refetch } = useQuery(categoriesQuery);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const order = useOrder(data ?? []);
  const close = () => setDialog(null);

  return (
    <div className="mx-auto max-w-3xl">
      <div className="flex flex-wrap items-center justify-between gap-3 border-b-2 border-rule-strong pb-3">
        <ScreenTitle>Categories</ScreenTitle>
        <Button onClick={() => setDialog({ action: 'create' })}>New category</Button>
      </div>
      <p className="max-w-[60ch] py-3 text-sm text-ink-2">
        The front page and every list use this order. A new order is saved at once.
      </p>
      {isPending && <p className="py-10 text-sm text-ink-2">Loading categories…</p>}
      {isError && (
        <ErrorLine className="py-6" onRetry={() => refetch()}>
          Failed to load the categories.
        </ErrorLine>
      )}
      {data && (
        <OrderedList
          label="Categories"
          items={order.items}
          keyOf={({ id }) => String(id)}
          nameOf={({ name }) => name}
          onChange={order.choose}
          removable={false}
        >
          {(category) => (
            <Row
              category={category}
              onEdit={() => setDialog({ action: 'edit', category })}
              onDelete={() => setDialog({ action: 'delete', category })}
            />
          )}
        </OrderedList>
      )}
      {dialog?.action === 'create' && <NameDialog onClose={close} />}
      {dialog?.action === 'edit' && <EditDialog category={dialog.category} onClose={close} />}
      {dialog?.action === 'delete' && <DeleteDialog category={dialog.category} all={data ?? []} onClose={close} />}
    </div>
  );
}

function useOrder(saved: AdminCategory[]) {
  const client = useQueryClient();
  return useSavedOrder({
    items: saved,
    scope: categoriesQuery.queryKey,
    save: (categories) => orderCategories(categories.map(({ id }) => id)),
    onSaved: (categories) => setAfterChange(client, categoriesQuery, categories),
    onFailed: (cause) => {
      console.error(cause);
      toast.error(cause instanceof ApiProblem ? cause.error : 'Failed to save the order');
      void reloadCategories(client);
    },
  });
}

type RowProps = { category: AdminCategory; onEdit: () => void; onDelete: () => void };

function Row({ category, onEdit, onDelete }: RowProps) {
  const { name, slug, description, colour, picture } = category;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 py-1">
      {picture && <img src={picture.url} alt="" className="h-10 w-14 rounded-sm object-cover" />}
      <div className="me-auto min-w-40 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold wrap-anywhere">
          {colour && (
            // The browser shows a colour of ours, `#rrggbb`; a style attribute takes nothing else.
            <span aria-hidden="true" className="size-3 shrink-0 rounded-full" style={{ backgroundColor: colour }} />
          )}
          {name}
          {marksOf(category).map((mark) => (
            <span key={mark} className="rounded-sm bg-sunk px-1.5 py-0.5 text-xs font-medium text-ink-2">
              {mark}
            </span>
          ))}
        </p>
        <p className="text-xs text-ink-2">
          <a
            href={`/category/${encodeURIComponent(slug)}`}
            target="_blank"
            rel="noopener"
            className="underline-offset-4 wrap-anywhere hover:underline"
          >
            /category/{slug}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
          {' · '}
          {postsOf(category)}
        </p>
        {description && <p className="text-xs text-ink-2 wrap-anywhere">{description}</p>}
      </div>
      <Button look="outline" size="sm" className="min-h-11 px-4" onClick={onEdit}>
        Edit<span className="sr-only"> {name}</span>
      </Button>
      {BUILT_IN.includes(slug) ? (
        <p className="w-20 text-center text-xs text-ink-3">Built in</p>
      ) : (
        <Button look="quiet" size="sm" className="min-h-11 w-20 text-danger" onClick={onDelete}>
          Delete<span className="sr-only"> {name}</span>
        </Button>
      )}
    </div>
  );
}

/** What a category lists; without posts of their own two gather those of others. */
function postsOf({ slug, post_count: posts }: AdminCategory): string {
  if (posts === 0 && slug === 'latest-news') return 'gathers the newest posts';
  if (posts === 0 && slug === 'trending') return 'gathers the most read posts';
  return posts === 1 ? '1 post' : `${posts} posts`;
}

function marksOf({ slug, on_home: isOnHome, is_news: isNews }: AdminCategory): string[] {
  if (slug === 'sponsored') return ['Marked as paid'];
  return [!isOnHome && 'Not on home', !isNews && 'Not news'].filter((mark) => mark !== false);
}
