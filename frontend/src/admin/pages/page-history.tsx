import { useFormContext } from 'react-hook-form';
import type { AdminPage } from '../../api/types';
import { RevisionsDialog } from '../versions/revisions-dialog';
import { pageRevisionQuery, pageRevisionsQuery, refOf } from './api';
import { comparablePage, comparableValues, PageDifferences } from './page-differences';
import type { PageFormValues } from './page-values';

type PageHistoryProps = { page: AdminPage; onRestore: (values: PageFormValues) => void; onClose: () => void };

/** Every kept save of a page. */
export function PageHistory({ page, onRestore, onClose }: PageHistoryProps) {
  const { getValues } = useFormContext<PageFormValues>();
  return (
    <RevisionsDialog
      of="page"
      except="address and status"
      opened={page.revision}
      list={pageRevisionsQuery(refOf(page))}
      revision={(number) => pageRevisionQuery(refOf(page), number)}
      differences={(saved, names) => (
        <PageDifferences one={comparablePage(saved)} other={comparableValues(getValues())} names={names} />
      )}
      onRestore={(saved) => {
        // An earlier version must neither move a page to another address nor take it from its readers.
        const { slug, status } = getValues();
        onRestore({ ...comparablePage(saved), slug, status });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
