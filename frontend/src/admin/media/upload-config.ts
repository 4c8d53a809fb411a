import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { UploadConfig } from '../../api/types';
import { staffCall } from '../session/staff-call';
import { DEFAULT_LIMITS, type UploadLimits } from './upload-rules';

const PATH = '/admin/upload-config';

/** The server's upload limits. They are advice for the screen: when they cannot be read, the defaults serve. */
export const uploadConfigQuery = queryOptions({
  queryKey: [PATH],
  queryFn: ({ signal }) => staffCall(() => api.get<Partial<UploadConfig>>(PATH, { signal })),
  staleTime: 5 * 60_000,
});

/** Both spellings of the answer are known; what is missing is filled in from the defaults. */
export function limitsFrom(config: Partial<UploadConfig> | undefined): UploadLimits {
  const extensions = config?.allowed_extensions ?? config?.allowedExtensions ?? DEFAULT_LIMITS.allowedExtensions;
  return {
    maxFileSizeMb: config?.max_file_size_mb ?? config?.maxFileSizeMB ?? DEFAULT_LIMITS.maxFileSizeMb,
    allowedExtensions: extensions.map((extension) => extension.toLowerCase()),
    timeoutSeconds: config?.timeout_seconds ?? config?.timeoutSeconds ?? DEFAULT_LIMITS.timeoutSeconds,
  };
}
