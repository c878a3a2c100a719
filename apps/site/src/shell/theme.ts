export const themes = ['system', 'light', 'dark'] as const;

export type Theme = (typeof themes)[number];

/** `public/before-paint.js` reads the same key before the first paint. */
const storageKey = 'theme';

const listeners = new Set<() => void>();

/** For `useSyncExternalStore`: the appearance is chosen in more than one place. */
export function subscribeTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @returns the chosen appearance; `system` when nothing was chosen or storage is closed. */
export function readTheme(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

/** Applies an appearance and remembers it where the browser allows. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  try {
    if (theme === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, theme);
  } catch {
    // Storage is closed to this page: the choice holds until it is left.
  }
  for (const listener of listeners) listener();
}
