import { Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button';

const STORAGE_KEY = 'theme';

/** Switches between light and dark. The document starts in the stored or the system's theme (theme.inline.js). */
export function ThemeToggle() {
  const [dark, setDark] = useState(() => document.documentElement.classList.contains('dark'));

  function toggle() {
    const next = !dark;
    document.documentElement.classList.toggle('dark', next);
    try {
      localStorage.setItem(STORAGE_KEY, next ? 'dark' : 'light');
    } catch {
      // storage switched off: the choice lasts as long as the page
    }
    setDark(next);
  }

  return (
    <Button look="quiet" size="icon" aria-label={dark ? 'Use light theme' : 'Use dark theme'} onClick={toggle}>
      {dark ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
    </Button>
  );
}
