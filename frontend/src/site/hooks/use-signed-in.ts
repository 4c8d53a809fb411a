import { useSyncExternalStore } from 'react';
import { activeKind, onTokensChange } from '../../api/tokens';

/**
 * Whether a token is stored. Never on the server: a page looks the same for everybody until the browser paints this.
 */
export function useSignedIn(): boolean {
  return useSyncExternalStore(
    onTokensChange,
    () => activeKind() !== null,
    () => false,
  );
}
