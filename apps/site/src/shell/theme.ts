import { createStore } from 'zustand/vanilla';

export const themes = ['system', 'light', 'dark'] as const;

export type Theme = (typeof themes)[number];

/** `public/before-paint.js` reads the same key before the first paint. */
const storageKey = 'theme';

const { setState, ...store } = createStore<Theme>(() => 'system');
// Later than the first state, which is that of the prerendered page.
if ('document' in globalThis) setState(readTheme());

/** The chosen appearance; `system` when nothing was chosen or storage is closed. */
export const chosenTheme = store;

function readTheme(): Theme {
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
  setState(theme);
}
