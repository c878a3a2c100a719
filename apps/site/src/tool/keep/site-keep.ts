import { documentOf } from '../document/photo-document.ts';
import type { Photo } from '../removal.ts';
import { siteRemoval } from '../site-removal.ts';
import { createDocumentKeeper } from './document-keeper.ts';
import { followRemoval } from './follow-removal.ts';
import { createKeepStore } from './keep-store.ts';

/** The photos that this device keeps for its user. */
export const siteKeep = createKeepStore();

/** Keeps what lies on the table. */
export const siteKeeper = createDocumentKeeper(siteKeep);
followRemoval(siteRemoval, siteKeeper);

/** The plain cutout was saved as a file: all that there is, while nothing was edited. */
export function noteCutoutSaved(photo: Photo): void {
  const document = documentOf(photo);
  const history = document.history.dump();
  if (history.at === 0) siteKeeper.noteSaved(document, history);
}
