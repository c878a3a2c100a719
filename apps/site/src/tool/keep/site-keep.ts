import { createDocumentKeeper } from './document-keeper.ts';
import { createKeepStore } from './keep-store.ts';

/** The photos that this device keeps for its user. */
export const siteKeep = createKeepStore();

/** Keeps what lies on the table. */
export const siteKeeper = createDocumentKeeper(siteKeep);
