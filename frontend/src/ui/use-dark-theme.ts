import { useSyncExternalStore } from 'react';
import { isDark, onThemeChange } from './theme';

/** Whether the page is dark now; light where there is no page yet, as in what the server renders. */
export const useDarkTheme = () => useSyncExternalStore(onThemeChange, isDark, () => false);
