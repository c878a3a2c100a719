const acts = new Set<() => void>();

/**
 * Calls a function before the last steps are saved, because the page is hidden or about to be left.
 * @returns a function that ends this.
 */
export function beforeSaving(act: () => void): () => void {
  acts.add(act);
  return () => acts.delete(act);
}

/**
 * Calls the functions of `beforeSaving`. A listener calls it when the page is hidden or about to be left, before it
 * saves steps or looks for unsaved ones.
 * @example
 * addEventListener('beforeunload', (event) => {
 *   prepareSaving();
 *   if (hasUnsavedChanges()) event.preventDefault();
 * });
 */
export function prepareSaving(): void {
  for (const act of acts) act();
}
