export type { ReopenOutcome } from './autosave.ts';
import type { Removal } from '../session/segmentation-session.ts';
import { createDocumentKeeper, type DocumentKeeper } from './autosave.ts';
import { followRemoval } from './follow-session.ts';
import { createKeepStore, type KeepStore, type KeepStoreOptions } from './project-store.ts';

/** What saves images and their documents on this device. */
export interface Persistence {
  readonly store: KeepStore;
  readonly autosave: DocumentKeeper;
}

/** Saves what the session has open from now on. */
export function createPersistence(session: Removal, options?: KeepStoreOptions): Persistence {
  const store = createKeepStore(options);
  const autosave = createDocumentKeeper(store);
  followRemoval(session, autosave);
  return { store, autosave };
}
