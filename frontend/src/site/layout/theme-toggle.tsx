import { chooseTheme, isDark } from '../../ui/theme';
import { useDarkTheme } from '../../ui/use-dark-theme';
import { Icon } from '../icons';
import { iconButton } from './icon-button';

/** Switches between paper and lamp. Both icons are drawn; the theme class shows one, so server and browser agree. */
export function ThemeToggle() {
  return (
    <button
      type="button"
      className={`${iconButton} needs-script`}
      aria-label="Dark theme"
      aria-pressed={useDarkTheme()}
      onClick={() => chooseTheme(isDark() ? 'light' : 'dark')}
    >
      <Icon name="moon" className="dark:hidden" />
      <Icon name="sun" className="hidden dark:block" />
    </button>
  );
}
