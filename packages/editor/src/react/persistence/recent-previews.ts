const storageKey = 'recent-previews';

/** Returns whether previews of the recent images are shown. On a shared screen, the user may list only their names. */
export function showsRecentPreviews(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'hidden';
  } catch {
    return true;
  }
}

/** Saves the choice in this browser. Without storage, the choice lasts until the page is left. */
export function rememberRecentPreviews(isShown: boolean): void {
  try {
    if (isShown) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, 'hidden');
  } catch {
    // The page has no access to storage.
  }
}
