import { useQueryClient } from '@tanstack/react-query';
import { ApiProblem } from '../../api/problem';
import { setAfterChange } from '../after-change';
import type { useSaveErrors } from '../forms/use-save-errors';
import { describeFile, fileByUrlQuery, reloadLibrary } from '../media/files';
import { changedDetails } from '../post-values/cover';
import type { PostFormValues } from '../post-values/post-values';
import type { PostFormApi } from './use-post-form-values';

const FAILED = 'Failed to save the details of the cover';

/**
 * Saves what was typed about the cover: it belongs to the file, and has a call of its own. Resolves to false when that
 * failed, which the form then says; what was typed stays in it.
 */
export function useSaveCoverDetails(form: PostFormApi, errors: ReturnType<typeof useSaveErrors<PostFormValues>>) {
  const client = useQueryClient();

  return async function saveCoverDetails(): Promise<boolean> {
    const values = form.getValues();
    const details = values.cover_details;
    if (!details || details.url !== values.media_url) return true;
    const query = fileByUrlQuery(details.url);
    try {
      const file = await client.ensureQueryData(query);
      if (!file) throw new Error('The library does not have the file');
      const changed = changedDetails(details, file);
      if (changed) {
        await setAfterChange(client, query, await describeFile(file.id, changed));
        void reloadLibrary(client);
      }
      return true;
    } catch (cause) {
      console.error(cause);
      const problem = cause instanceof ApiProblem ? cause : null;
      for (const [name, message] of Object.entries(problem?.fields ?? {})) {
        if (name in details) form.setError(`cover_details.${name as keyof typeof details}`, { message });
      }
      errors.showFailure(problem ? `${FAILED}: ${problem.error}` : FAILED);
      return false;
    }
  };
}
