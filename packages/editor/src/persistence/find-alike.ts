import { type Fingerprint, relationOf } from '@isola/imaging';

import type { DocumentSchema } from '../registry/document-schema.ts';
import { isLookShared } from './apply-alike.ts';
import { hasSteps } from './project-rows.ts';
import { readHistory } from './saved-history.ts';
import type { SavedRow } from './saved-project.ts';

/** A saved image that shows the same photo as another file (`copy`), or the same thing (`sister`). */
export interface AlikeImage extends Pick<SavedRow, 'id' | 'name' | 'thumbnail'> {
  readonly kind: 'copy' | 'sister';
}

/**
 * Finds the saved image that is of most use for an image with that fingerprint: the copy that was edited last, or else the
 * sister with a background, a crop or a shadow that was changed last.
 * @param rows Saved images, the one that was changed last first.
 * @param historyOf Reads the stored history of an image.
 */
export async function findAlike(
  fingerprint: Fingerprint,
  rows: readonly SavedRow[],
  historyOf: (id: string) => Promise<unknown>,
  schema?: DocumentSchema,
): Promise<AlikeImage | undefined> {
  const related = rows.flatMap((row) =>
    row.hasResult && row.fingerprint ? [{ row, relation: relationOf(fingerprint, row.fingerprint) }] : [],
  );
  const found = ({ id, name, thumbnail }: SavedRow, kind: AlikeImage['kind']) => ({ kind, id, name, thumbnail });
  for (const { row, relation } of related)
    if (relation === 'duplicate' && hasSteps(await historyOf(row.id))) return found(row, 'copy');
  for (const { row, relation } of related) {
    if (relation !== 'sister') continue;
    // A history of a newer version, or with unknown kinds, has nothing that can be taken over.
    const { history } = readHistory(await historyOf(row.id), schema);
    const state = history?.past[history.at]?.state;
    if (state && isLookShared(state)) return found(row, 'sister');
  }
  return undefined;
}
