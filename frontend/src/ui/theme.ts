// The theme follows the system until somebody chooses; the choice is kept under the key `theme`.
const listeners = new Set<() => void>();

export function isDark(): boolean {
  return document.documentElement.classList.contains('dark');
}

export function chooseTheme(theme: 'light' | 'dark'): void {
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // Storage is switched off: the choice lasts until the next page load.
  }
  apply(theme === 'dark');
}

/** Calls `listener` when the theme changes, by the toggle, in another tab or by the system. */
export function onThemeChange(listener: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => apply(stored() === 'dark' || (stored() !== 'light' && system.matches));
  listeners.add(listener);
  system.addEventListener('change', follow);
  window.addEventListener('storage', follow);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', follow);
    window.removeEventListener('storage', follow);
  };
}

function apply(dark: boolean): void {
  document.documentElement.classList.toggle('dark', dark);
  for (const listener of listeners) listener();
}

function stored(): string | null {
  try {
    return localStorage.getItem('theme');
  } catch {
    return null;
  }
}
