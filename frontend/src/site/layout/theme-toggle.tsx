import { chooseTheme, isDark } from '../../ui/theme';
import { useDarkTheme } from '../../ui/use-dark-theme';
import { Icon } from '../icons';

/** Switches between paper and lamp. Both icons are drawn; the theme class shows one, so server and browser agree. */
export function ThemeToggle({ className }: { className: string }) {
  return (
    <button
      type="button"
      className={`${className} needs-script`}
      aria-label="Dark theme"
      aria-pressed={useDarkTheme()}
      onClick={() => chooseTheme(isDark() ? 'light' : 'dark')}
    >
      <Icon name="moon" className="dark:hidden" />
      <Icon name="sun" className="hidden dark:block" />
    </button>
  );
}
