export type { ReopenOutcome } from './autosave.ts';
export { releaseReopened } from './reopen-project.ts';
import { createAutosave, type Autosave } from './autosave.ts';
import { type FollowedSession, followSession } from './follow-session.ts';
import { createProjectStore, type ProjectStore, type ProjectStoreOptions } from './project-store.ts';

/** Services that save images and their documents on this device. */
export interface Persistence {
  readonly store: ProjectStore;
  readonly autosave: Autosave;
}

/** Creates the store and the autosave, which from now on saves the images that the session opens. */
export function createPersistence(session: FollowedSession, options?: ProjectStoreOptions): Persistence {
  const store = createProjectStore(options);
  const autosave = createAutosave(store);
  followSession(session, autosave);
  return { store, autosave };
}
