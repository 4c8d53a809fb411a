import { Download } from 'lucide-react';
import { useState } from 'react';
import toast from 'react-hot-toast';
import type { ApiPath } from '../../api/client';
import { ApiProblem } from '../../api/problem';
import { Button } from '../../ui/button';
import { isAdministrator } from '../session/staff-session';
import { download } from './download';

/**
 * Saves a table as a CSV file: an administrator's right. `of` says which one, for those who do not see where the button
 * stands.
 */
export function CsvButton({ path, of }: { path: ApiPath; of: string }) {
  const [busy, setBusy] = useState(false);
  if (!isAdministrator()) return null;

  async function save() {
    setBusy(true);
    try {
      await download(path);
    } catch (problem) {
      toast.error(problem instanceof ApiProblem ? problem.error : 'The file could not be made.');
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button look="outline" size="sm" busy={busy} onClick={() => void save()}>
      <Download aria-hidden="true" />
      {busy ? 'Downloading...' : 'Download CSV'}
      <span className="sr-only">: {of}</span>
    </Button>
  );
}
