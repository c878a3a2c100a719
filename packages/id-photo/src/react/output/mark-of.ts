import type { ChosenId } from '../photo-work.ts';

/** Returns the suffix of a file's name: the document, or what the file is not for when the office does not accept it. */
export function markOf(documentId: ChosenId, isForOtherUses: boolean): string {
  return isForOtherUses ? `not-for-${documentId}` : documentId;
}
