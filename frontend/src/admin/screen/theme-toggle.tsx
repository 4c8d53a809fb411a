import { Moon, Sun } from 'lucide-react';
import { Button } from '../../ui/button';
import { chooseTheme } from '../../ui/theme';
import { useDarkTheme } from '../../ui/use-dark-theme';

export function ThemeToggle() {
  const dark = useDarkTheme();
  return (
    <Button
      look="quiet"
      size="icon"
      aria-label="Dark theme"
      aria-pressed={dark}
      onClick={() => chooseTheme(dark ? 'light' : 'dark')}
    >
      {dark ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
    </Button>
  );
}
