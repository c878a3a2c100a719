import type { View } from './list-lines.ts';

const storageKey = 'batch-view';

/** Returns the view that the user chose last in this browser; tiles at first. */
export function rememberedView(): View {
  try {
    return localStorage.getItem(storageKey) === 'list' ? 'list' : 'tiles';
  } catch {
    return 'tiles';
  }
}

export function rememberView(view: View): void {
  try {
    localStorage.setItem(storageKey, view);
  } catch {
    // The view holds until the page is left.
  }
}
