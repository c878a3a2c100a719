import type { MatteKind, SavedItem } from './batch-storage.ts';

/** Returns the file that does not hold an item's matte. */
export function otherMatteKind(kind: MatteKind): MatteKind {
  return kind === 'mattes' ? 'otherMattes' : 'mattes';
}

/**
 * Returns the parts of a row that claim more about the item's mattes than the device stores, corrected. The two differ
 * after a write that failed.
 * @param isThere checks whether the device stores a file of the item.
 */
export function storedMatteOf(
  { taught, matteKind = 'mattes' }: SavedItem,
  isThere: (kind: MatteKind) => boolean,
): Partial<SavedItem> {
  const other = otherMatteKind(matteKind);
  if (taught?.outcome !== 'changed') return isThere(matteKind) ? {} : { segmented: undefined };
  if (!isThere(matteKind)) {
    // The item goes back to the matte before the lesson, or else is segmented again.
    const before = isThere(other) ? { matteKind: other } : { segmented: undefined };
    return { ...before, taught: undefined, outcome: undefined };
  }
  // Without the matte before the lesson, nothing is left to undo.
  return isThere(other) ? {} : { taught: { ...taught, outcome: 'kept' } };
}
