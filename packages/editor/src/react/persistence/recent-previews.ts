const storageKey = 'recent-previews';

/** Whether the recent images are shown; on a shared screen they may be listed by their names alone. */
export function showsRecentPreviews(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'hidden';
  } catch {
    return true;
  }
}

/** Remembers the choice in this browser. Where nothing can be remembered, it holds until the page is left. */
export function rememberRecentPreviews(isShown: boolean): void {
  try {
    if (isShown) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, 'hidden');
  } catch {
    // Storage is closed to this page.
  }
}
