import { siteRemoval } from '../site-removal.ts';
import { createDocumentKeeper } from './document-keeper.ts';
import { createKeepStore } from './keep-store.ts';
import { leaveWithPhoto } from './leave-with-photo.ts';

/** The photos that this device keeps for its user. */
export const siteKeep = createKeepStore();

/** Keeps what lies on the table. */
export const siteKeeper = createDocumentKeeper(siteKeep);
leaveWithPhoto(siteRemoval, siteKeeper.leave);
