import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { ApiProblem } from '../../api/problem';
import type { AdminPage } from '../../api/types';
import { setAfterChange } from '../after-change';
import { limitsFrom, uploadConfigQuery } from '../media/upload-config';
import { ErrorLine } from '../screen/error-line';
import { ScreenTitle } from '../screen/screen-title';
import { discardUnsavedChanges } from '../unsaved-changes/unsaved-changes';
import { pageQuery, refOf } from './api';
import { PageForm } from './page-form';

/** `/admin/pages/new`: writes a page. */
export function NewPagePage() {
  const navigate = useNavigate();
  return (
    <>
      <BackToPages />
      <OpenedForm
        page={null}
        onSaved={(page) => {
          discardUnsavedChanges();
          void navigate(`/admin/pages/${refOf(page)}`, { replace: true });
        }}
      />
    </>
  );
}

/** `/admin/pages/{id or key}`: edits a page. */
export function PageEditorPage() {
  const ref = useParams().ref ?? '';
  const client = useQueryClient();
  const { data, error, isPending, refetch } = useQuery(pageQuery(ref));
  return (
    <>
      <BackToPages />
      {!data && <ScreenTitle>Edit page</ScreenTitle>}
      {isPending && <p className="py-10 text-sm text-ink-2">Loading the page…</p>}
      {error && !data && (
        <ErrorLine className="py-6" onRetry={() => refetch()}>
          {error instanceof ApiProblem && error.status === 404 ? 'This page does not exist.' : 'Failed to load page.'}
        </ErrorLine>
      )}
      {data && (
        <OpenedForm key={ref} page={data} onSaved={(page) => void setAfterChange(client, pageQuery(ref), page)} />
      )}
    </>
  );
}

type OpenedFormProps = { page: AdminPage | null; onSaved: (page: AdminPage) => void };

/** The form; `opening` is its key: somebody else's version is a fresh form. */
function OpenedForm({ page, onSaved }: OpenedFormProps) {
  const { data: uploadConfig } = useQuery(uploadConfigQuery);
  const [opening, setOpening] = useState(0);
  return (
    <PageForm
      key={opening}
      page={page}
      limits={limitsFrom(uploadConfig)}
      onSaved={onSaved}
      onReplace={(theirs) => {
        onSaved(theirs);
        setOpening(opening + 1);
      }}
    />
  );
}

function BackToPages() {
  return (
    <p className="mb-2">
      <Link to="/admin/pages" className="text-sm text-ink-2 underline-offset-4 hover:underline">
        ← All pages
      </Link>
    </p>
  );
}
