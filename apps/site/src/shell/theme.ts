import { createStore } from 'zustand/vanilla';

export const themes = ['system', 'light', 'dark'] as const;

export type Theme = (typeof themes)[number];

/** Key in local storage. `public/before-paint.js` reads the same key before the first paint. */
const storageKey = 'theme';

const { setState, ...store } = createStore<Theme>(() => 'system');
// This is not the initial state, because hydration uses the initial state, which must match the prerendered page.
if ('document' in globalThis) setState(readTheme());

/** Store with the chosen theme; `system` when nothing was chosen or storage is blocked. */
export const chosenTheme = store;

function readTheme(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

/** Applies a theme and saves it, if the browser allows it. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  try {
    if (theme === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, theme);
  } catch {
    // Storage is blocked for this page: the choice lasts until the page is left.
  }
  setState(theme);
}
