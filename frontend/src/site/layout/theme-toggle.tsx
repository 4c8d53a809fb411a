import { useSyncExternalStore } from 'react';
import { Icon } from '../icons';
import { chooseTheme, isDark, onThemeChange } from '../theme';

/** Switches between paper and lamp. Both icons are drawn; the theme class shows one, so server and browser agree. */
export function ThemeToggle({ className }: { className: string }) {
  const dark = useSyncExternalStore(onThemeChange, isDark, () => false);
  return (
    <button
      type="button"
      className={`${className} needs-script`}
      aria-label="Dark theme"
      aria-pressed={dark}
      onClick={() => chooseTheme(isDark() ? 'light' : 'dark')}
    >
      <Icon name="moon" className="dark:hidden" />
      <Icon name="sun" className="hidden dark:block" />
    </button>
  );
}
